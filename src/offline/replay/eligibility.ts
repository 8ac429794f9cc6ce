import type { EntrySummary } from '../entry';
import { isDue } from './backoff';
import type { ReplayTrigger } from './replaySummary';

/** Triggers after which a refused entry may succeed (spec §4: "each entry is retried"). */
const TRIES_EVERYTHING: ReadonlySet<ReplayTrigger> = new Set(['online', 'start', 'signIn', 'asked']);

/** Whether a trigger tries all entries, refused ones included. */
export const triesEverything = (trigger: ReplayTrigger) => TRIES_EVERYTHING.has(trigger);

/**
 * Whether an entry is tried in a pass (invariant 24). The timer tries neither refused entries nor entries that are not
 * due. An entry that another tab tried after the pass was requested is not tried again. Times in ms since 1970.
 */
export function isEligible(entry: EntrySummary, trigger: ReplayTrigger, requestedAt: number, now: number): boolean {
  const { state, nextTryAt, lastError } = entry;
  const triedAt = lastError?.at ?? Number.NEGATIVE_INFINITY;
  // If the last try is later than now, the clock was set back and the time of the next try is meaningless.
  if (state === 'waiting' && (isDue(nextTryAt, now) || triedAt > now)) return true;
  const wasTriedSince = requestedAt < triedAt && triedAt <= now;
  return triesEverything(trigger) && !wasTriedSince;
}
