import { sql } from 'drizzle-orm';
import type { Database } from '../db/database';
import { problem } from '../http/problems';
import { route } from '../http/route';
import { checkReady } from '../readiness';

/** Fails when the database does not respond. */
async function checkDatabase(db: Database, now: Date) {
  await db.execute(sql`select 1`);
  return { ok: true as const, now: now.toISOString() };
}

export const healthRoutes = [
  route('getHealth', ({ db, now }) => checkDatabase(db, now), { alsoHead: true }),

  /** Refused with 503 as soon as the server begins to stop, or a write would fail, while `getHealth` still responds. */
  route(
    'getReady',
    async ({ db, now, request, config }) => {
      if (request.server.isStopping) throw problem.unavailable('The server is stopping.', 1);
      await checkReady(db, config);
      return { ok: true, now: now.toISOString() };
    },
    { alsoHead: true },
  ),
];
