import type { EntrySummary } from '../entry';
import { selectBlockers, type WithQueue } from '../queueSlice';
import { isDue } from './backoff';
import type { ReplayTrigger } from './replaySummary';

/** Triggers after which a refused entry may succeed (spec §4: "each entry is retried"). */
const TRIES_EVERYTHING: ReadonlySet<ReplayTrigger> = new Set(['online', 'start', 'signIn', 'syncNow']);

/** Whether a trigger tries all entries, also those that were refused or are not due. */
export const triesEverything = (trigger: ReplayTrigger) => TRIES_EVERYTHING.has(trigger);

/** Whether an entry may be due: it waits, or a gateway may have refused it. */
const isRetried = ({ state, nextTryAt }: Pick<EntrySummary, 'state' | 'nextTryAt'>) =>
  state === 'waiting' || nextTryAt > 0;

const triedAtOf = ({ lastError }: EntrySummary) => lastError?.at ?? 0;

/** Whether an entry was last tried later than now, in ms since 1970: the clock was set back. */
export const wasTriedLater = ({ queue }: WithQueue, now: number): boolean =>
  queue.entries.some((entry) => triedAtOf(entry) > now);

/**
 * Whether an entry is tried in a pass (invariant 24). Every trigger tries an entry that is due. A trigger that tries
 * everything also tries one that is not due, unless another tab has tried it since the pass was requested. Times in ms
 * since 1970.
 */
export function isEligible(entry: EntrySummary, trigger: ReplayTrigger, requestedAt: number, now: number): boolean {
  const triedAt = triedAtOf(entry);
  // If the last try is later than now, the clock was set back and the time of the next try is meaningless.
  if (isRetried(entry) && (isDue(entry.nextTryAt, now) || triedAt > now)) return true;
  const wasTriedSince = requestedAt < triedAt && triedAt <= now;
  return triesEverything(trigger) && !wasTriedSince;
}

/**
 * The earliest time at which an entry of this user that waits for no other may be tried again, ms since 1970; `null`
 * for none.
 */
export function nextTryOf({ queue }: WithQueue, userId: string | null): number | null {
  const blockers = selectBlockers({ queue });
  let earliest: number | null = null;
  for (const entry of queue.entries) {
    const isLater = earliest !== null && entry.nextTryAt >= earliest;
    if (isLater || entry.userId !== userId || blockers.has(entry.id)) continue;
    if (isRetried(entry)) earliest = entry.nextTryAt;
  }
  return earliest;
}
