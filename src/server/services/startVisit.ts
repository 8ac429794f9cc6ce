import { and, eq, isNull } from 'drizzle-orm';
import { canStartVisits, mayChangeVisitsOf } from '../../domain/roles';
import type { Database } from '../db/database';
import { newId } from '../db/newId';
import { locations, users, visits } from '../db/schema';
import { problem } from '../http/problems';
import type { SessionUser } from '../http/route';
import { assertActiveAt, wasActiveAt } from './catalogueChange';

/** How often a start is tried when the open visit is submitted between its two statements. */
const START_TRIES_MAX = 5;

export interface VisitStart {
  user: SessionUser;
  location: string;
  /** Left out: the signed-in user. */
  rep: string | undefined;
  capturedAt: Date;
  now: Date;
}

/**
 * The rep of the visit, an active user with the role rep (spec §6). A rep starts only their own visits, an admin those
 * of any rep. An admin without the role rep has none of their own.
 */
async function repOf(tx: Database, { user, rep = user._id }: VisitStart): Promise<string> {
  if (!mayChangeVisitsOf(user, rep)) throw problem.forbidden('A rep starts only their own visits.');
  const [named] = await tx.select().from(users).where(eq(users.id, rep));
  if (!named || !canStartVisits(named)) throw problem.badRequest('Pick an active rep.');
  return named.id;
}

async function openVisit(tx: Database, repId: string, locationId: string): Promise<{ id: string } | undefined> {
  const [open] = await tx
    .select({ id: visits.id })
    .from(visits)
    .where(and(eq(visits.repId, repId), eq(visits.locationId, locationId), isNull(visits.submittedAt)));
  return open;
}

/**
 * Starts a visit, or continues the rep's open one at that location. The unique index on open visits decides when two
 * starts come at once. At an inactive location a visit can only be continued. Returns the visit's id, and whether it is
 * new.
 */
export async function startVisit(tx: Database, start: VisitStart): Promise<{ id: string; isNew: boolean }> {
  const repId = await repOf(tx, start);
  const locationId = start.location;
  const [location] = await tx.select().from(locations).where(eq(locations.id, locationId));
  if (!location) throw problem.notFound('Location not found', { reason: 'locationMissing' });
  if (!wasActiveAt(location, start.capturedAt)) {
    const open = await openVisit(tx, repId, locationId);
    if (open) return { id: open.id, isNew: false };
    assertActiveAt(location.name, location, start.capturedAt);
  }
  for (let tries = 0; tries < START_TRIES_MAX; tries += 1) {
    const [made] = await tx
      .insert(visits)
      .values({ id: newId(), repId, locationId, startedAt: start.capturedAt, createdAt: start.now })
      .onConflictDoNothing()
      .returning({ id: visits.id });
    if (made) return { id: made.id, isNew: true };
    const open = await openVisit(tx, repId, locationId);
    if (open) return { id: open.id, isNew: false };
  }
  throw problem.conflict('This visit is being changed by someone else. Try again.', { retryAfter: 1 });
}
