import { sql } from 'drizzle-orm';
import type { Database } from '../../../src/server/db/database';

/** How many rows of a table `read` reads from it, those that a filter removes included. */
export function rowsRead(db: Database, table: string, read: (tx: Database) => Promise<unknown>): Promise<number> {
  return db.transaction(async (tx) => {
    await read(tx);
    const { rows } = await tx.execute<{ read: number }>(sql`
      select (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as read
      from pg_stat_xact_user_tables where relname = ${table}`);
    return rows[0]?.read ?? 0;
  });
}
