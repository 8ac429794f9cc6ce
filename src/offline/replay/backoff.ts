import { MAX_RETRY_AFTER_MS } from '../../api/client/transport';
import { SHORTEST_DELAY_MS, LONGEST_DELAY_MS } from './timing';

/**
 * The delay before the next try, in whole ms. It is random between 2 s and an upper limit that doubles with each
 * failure in a row: 2–4 s, 2–8 s, 2–16 s, … 2–300 s. The randomness keeps devices that failed together from retrying
 * together. The lower limit keeps one device from retrying at once. A longer Retry-After applies instead. `failures`
 * counts from 0; `random` is in [0, 1).
 */
export function retryDelayMs(failures: number, random: number, retryAfterMs: number | null): number {
  const ceiling = Math.min(LONGEST_DELAY_MS, SHORTEST_DELAY_MS * 2 ** (failures + 1));
  const jittered = SHORTEST_DELAY_MS + random * (ceiling - SHORTEST_DELAY_MS);
  return Math.ceil(Math.max(jittered, retryAfterMs ?? 0));
}

/** The rest of a time span, ms; 0 when the clock was set back since, because the span would never end. */
export function timeLeft(ms: number, since: number, now: number): number {
  return now < since ? 0 : Math.max(0, ms - (now - since));
}

/** Whether a retry is due. One that is further away than any delay is due too: the clock was set back. */
export function isDue(nextTryAt: number, now: number): boolean {
  return nextTryAt <= now || nextTryAt > now + MAX_RETRY_AFTER_MS;
}
