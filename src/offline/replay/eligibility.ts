import type { EntrySummary } from '../entry';
import { isDue } from './backoff';
import type { ReplayTrigger } from './replaySummary';

/** Moments at which something may have changed that made the server refuse (spec §4: "each entry is retried"). */
const TRIES_EVERYTHING: ReadonlySet<ReplayTrigger> = new Set(['online', 'start', 'signIn', 'asked']);

/** Whether a trigger tries everything, what the server refused too. */
export const triesEverything = (trigger: ReplayTrigger) => TRIES_EVERYTHING.has(trigger);

/**
 * Whether an entry is tried in a pass (invariant 24): a refused one, or one whose time has not come, not by a timer.
 * What was tried since the wish for the pass came up, by another tab, has been served by that. Times in ms since 1970.
 */
export function isEligible(entry: EntrySummary, trigger: ReplayTrigger, wishedAt: number, now: number): boolean {
  const { state, nextTryAt, lastError } = entry;
  const triedAt = lastError?.at ?? Number.NEGATIVE_INFINITY;
  // A try that failed later than now: the clock was set back, and the time of the next one means nothing.
  if (state === 'waiting' && (isDue(nextTryAt, now) || triedAt > now)) return true;
  const isServed = wishedAt < triedAt && triedAt <= now;
  return triesEverything(trigger) && !isServed;
}
