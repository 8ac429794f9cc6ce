import type { EntrySummary } from '../entry';
import { isDue } from './backoff';
import type { ReplayTrigger } from './report';

/** Moments at which something may have changed that made the server refuse (spec §4: "each entry is retried"). */
const TRIES_EVERYTHING: ReadonlySet<ReplayTrigger> = new Set(['online', 'start', 'signIn', 'asked']);

/** Whether a trigger tries everything, what the server refused too. */
export const triesEverything = (trigger: ReplayTrigger) => TRIES_EVERYTHING.has(trigger);

/** Whether an entry is tried in a pass (invariant 24): a refused one, or one whose time has not come, not by a timer. */
export function isEligible({ state, nextTryAt }: EntrySummary, trigger: ReplayTrigger, now: number): boolean {
  return triesEverything(trigger) || (state === 'waiting' && isDue(nextTryAt, now));
}
