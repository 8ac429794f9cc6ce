import { sql } from 'drizzle-orm';
import type { Database } from '../../../src/server/db/database';

/**
 * How many rows of a table `read` reads from it, those that a filter removes included, by the plans for a large table:
 * a small one would be read as a whole.
 */
export function rowsRead(db: Database, table: string, read: (tx: Database) => Promise<unknown>): Promise<number> {
  return db.transaction(async (tx) => {
    const readSoFar = async () => {
      const { rows } = await tx.execute<{ read: number }>(sql`
        select (seq_tup_read + idx_tup_fetch)::int as read from pg_stat_xact_user_tables where relname = ${table}`);
      return rows[0]?.read ?? 0;
    };
    await tx.execute(sql`set local enable_seqscan = off`);
    // Earlier transactions of the connection are counted too.
    const before = await readSoFar();
    await read(tx);
    return (await readSoFar()) - before;
  });
}
