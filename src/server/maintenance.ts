import { HOUR_MS } from '../domain/durations';
import type { Database } from './db/database';
import { pruneStoredResponses } from './idempotency/keyedWrites';
import { pruneSessions } from './auth/sessions';
import { pruneSignInLimits } from './auth/signInLimits';

const EVERY_MS = 6 * HOUR_MS;

/**
 * Now and every six hours: deletes expired sessions and expired sign-in limits, and removes old stored responses, whose
 * rows stay. Returns the function that stops it.
 */
export function startMaintenance(db: Database, clock: () => Date, onError: (error: unknown) => void): () => void {
  const prune = () => {
    const now = clock();
    Promise.all([pruneStoredResponses(db, now), pruneSessions(db, now), pruneSignInLimits(db, now)]).catch(onError);
  };
  prune();
  const timer = setInterval(prune, EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}
