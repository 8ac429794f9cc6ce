import { setTimeout } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { Database } from '../../../src/server/db/database';

/** Waits until a connection of this database waits for a lock; returns the pid of its process. */
export async function untilLocked(db: Database): Promise<number> {
  for (;;) {
    const { rows } = await db.execute<{ pid: number }>(
      sql`select pid from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
    );
    if (rows[0]) return rows[0].pid;
    await setTimeout(10);
  }
}
