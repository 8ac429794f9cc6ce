import type { EntryPhase, ReplayTrigger } from './types';

/** Moments at which something may have changed that made the server refuse (spec §4: "each entry is retried"). */
const TRIES_REFUSED: ReadonlySet<ReplayTrigger> = new Set(['online', 'start', 'signIn', 'asked']);

/** Whether an entry is tried in a pass (invariant 24): a refused one not by the timer and its like. */
export function isEligible(state: EntryPhase, trigger: ReplayTrigger): boolean {
  if (state === 'sending') return false;
  return state === 'waiting' || TRIES_REFUSED.has(trigger);
}
