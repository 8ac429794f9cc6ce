import { sql } from 'drizzle-orm';
import type { Database } from '../db/database';
import { problem } from '../http/problems';
import { route } from '../http/route';

async function checkDatabase(db: Database, now: Date) {
  await db.execute(sql`select 1`);
  return { ok: true as const, now: now.toISOString() };
}

/** Both fail when the database does not respond: without it nothing could be saved. */
export const healthRoutes = [
  route('getHealth', ({ db, now }) => checkDatabase(db, now), { alsoHead: true }),

  /** Refused with 503 as soon as the server begins to stop, while `getHealth` still responds. */
  route(
    'getReady',
    async ({ db, now, request }) => {
      if (request.server.isStopping) throw problem.unavailable('The server is stopping.', 1);
      return checkDatabase(db, now);
    },
    { alsoHead: true },
  ),
];
