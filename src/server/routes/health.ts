import { sql } from 'drizzle-orm';
import { route } from '../http/route';

/** Healthy means that the database answers too: without it nothing could be saved. */
export const healthRoutes = [
  route('getHealth', async ({ db, now }) => {
    await db.execute(sql`select 1`);
    return { ok: true, now: now.toISOString() };
  }),
];
