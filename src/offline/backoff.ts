const FIRST_DELAY_MS = 2_000;
const LONGEST_DELAY_MS = 5 * 60_000;

/**
 * How long to wait before the next pass, in ms: at least 2 s, and full jitter above it, over a span that
 * doubles with every pass in a row that failed, up to 5 min in all. A Retry-After is waited for in full.
 * `failedPasses` counts from 0; `random` is in [0, 1).
 */
export function retryDelayMs(failedPasses: number, random: number, retryAfterMs: number | null): number {
  const ceiling = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** Math.min(failedPasses + 1, 30));
  const jittered = FIRST_DELAY_MS + random * (ceiling - FIRST_DELAY_MS);
  return Math.max(jittered, retryAfterMs ?? 0);
}
