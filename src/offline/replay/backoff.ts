import { HOUR_MS } from '../../domain/durations';

const FIRST_DELAY_MS = 2_000;
const LONGEST_DELAY_MS = 5 * 60_000;
/** The limit of a `Retry-After` (`api/client/transport.ts`). */
const LONGEST_RETRY_AFTER_MS = HOUR_MS;

/**
 * The delay before the next try, in whole ms: 2 s plus a random part (full jitter). The range of the random part
 * doubles with every failed try in a row; the delay is at most 5 min. A Retry-After is obeyed in full. `failures`
 * counts from 0; `random` is in [0, 1).
 */
export function retryDelayMs(failures: number, random: number, retryAfterMs: number | null): number {
  const ceiling = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** Math.min(failures + 1, 30));
  const jittered = FIRST_DELAY_MS + random * (ceiling - FIRST_DELAY_MS);
  return Math.ceil(Math.max(jittered, retryAfterMs ?? 0));
}

/** What is left of a time span in ms. A clock that was set back would make it endless, so then nothing is. */
export function timeLeft(ms: number, since: number, now: number): number {
  return now < since ? 0 : Math.max(0, ms - (now - since));
}

/** Whether the time of a retry has come. One further away than any delay is the work of a clock that was set back. */
export function isDue(nextTryAt: number, now: number): boolean {
  return nextTryAt <= now || nextTryAt > now + LONGEST_RETRY_AFTER_MS;
}
