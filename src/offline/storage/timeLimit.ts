import { StorageTimeout } from './recordStore';

/** Phase 1: how long the storage may take to respond to a request, ms. */
const RESPONSE_TIMEOUT_MS = 5_000;
/** Phase 2: how long a commit may take that is under way by then, ms. It cannot be aborted and may still succeed. */
const COMMIT_TIMEOUT_MS = 60_000;
/**
 * The time is counted in steps of this length, ms. A late timer counts as one step: a page that was suspended has not
 * waited, and the response may come right after the timer.
 */
const STEP_MS = 1_000;

/** The time limit of one piece of work. */
export interface TimeLimit {
  /** Rejects with `StorageTimeout` when the time is over. Never resolves. */
  exceeded: Promise<never>;
  /** The storage responded to a request or ended a commit: the time starts again for all work. */
  onResponse(): void;
  /** The work has ended. */
  cancel(): void;
}

/**
 * Returns what limits each piece of work by how long the storage is silent. A response to any of them shows that the
 * storage works: one that waits for the others is not given up meanwhile. When the first phase is over, the limit calls
 * `abort`, which returns whether the work was aborted. If it was, the limit is exceeded. Otherwise a commit is under
 * way, and the second phase begins.
 */
export function createTimeLimits(): (abort: () => boolean) => TimeLimit {
  let respondedAt = 0;
  const onResponse = () => {
    respondedAt = performance.now();
  };
  return (abort) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const exceeded = new Promise<never>((_, reject) => {
      const fail = () => reject(new StorageTimeout());
      const afterSilence = (limitMs: number, callback: () => void, silentMs = 0) => {
        if (silentMs >= limitMs) return callback();
        const stepMs = Math.min(STEP_MS, limitMs - silentMs);
        timer = setTimeout(
          () => afterSilence(limitMs, callback, Math.min(silentMs + stepMs, performance.now() - respondedAt)),
          stepMs,
        );
      };
      afterSilence(RESPONSE_TIMEOUT_MS, () => (abort() ? fail() : afterSilence(COMMIT_TIMEOUT_MS, fail)));
    });
    return { exceeded, onResponse, cancel: () => clearTimeout(timer) };
  };
}
