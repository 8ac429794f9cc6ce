import { readFileSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import type { Config } from './config';
import type { Database } from './db/database';
import { MIGRATIONS_DIR } from './db/migrationsFolder';
import { problem } from './http/problems';

/** With less free space the embedded database may fail to write. */
const FREE_BYTES_MIN = 64 * 1024 * 1024;
const RETRY_AFTER_S = 10;

const journal = JSON.parse(readFileSync(join(MIGRATIONS_DIR, 'meta/_journal.json'), 'utf8')) as {
  entries: { when: number }[];
};
const NEWEST_MIGRATION = Math.max(...journal.entries.map(({ when }) => when));

/**
 * Refuses with 503 and the reason while a write would fail: the tables are older than this version, the database is
 * read-only, or the disk of an embedded database is nearly full. The disk of a PostgreSQL server is not visible here.
 */
export async function checkReady(db: Database, config: Config): Promise<void> {
  const { rows } = await db.execute<{ newest: string | null; locked: string }>(sql`
    select (select max(created_at) from drizzle.__drizzle_migrations)::text as newest,
      current_setting('transaction_read_only') as locked`);
  const [state] = rows;
  if (Number(state?.newest) < NEWEST_MIGRATION) {
    throw problem.unavailable('The tables are older than this version of the server.', RETRY_AFTER_S);
  }
  if (state?.locked !== 'off') throw problem.unavailable('The database takes no writes.', RETRY_AFTER_S);
  if (config.databaseUrl !== null) return;
  const { bavail, bsize } = await statfs(config.dataDir);
  if (bavail * bsize < FREE_BYTES_MIN) throw problem.unavailable('The disk is nearly full.', RETRY_AFTER_S);
}
