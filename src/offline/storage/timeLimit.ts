import { StorageTimeout } from './recordStore';

/** Phase 1: how long the storage may take to respond to a request, ms. */
const RESPONSE_TIMEOUT_MS = 5_000;
/** Phase 2: how long a commit may take that is under way by then, ms. It cannot be aborted and may still succeed. */
const COMMIT_TIMEOUT_MS = 60_000;
/** A timer that fires this much too late means that the page was suspended, ms. The disk gets the whole time again. */
const SUSPENDED_MS = 1_000;

/** The time limit of one piece of work. */
export interface TimeLimit {
  /** Rejects with `StorageTimeout` when the time is over. Never resolves. */
  exceeded: Promise<never>;
  /** The storage responded: the time starts again. */
  onResponse(): void;
  /** The work has ended. */
  cancel(): void;
}

/**
 * Limits how long the storage may be silent. When the first phase is over, it calls `abort`, which returns whether the
 * work was aborted. If it was, the limit is exceeded. Otherwise a commit is under way, and the second phase begins.
 */
export function createTimeLimit(abort: () => boolean): TimeLimit {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let respondedAt = performance.now();
  const exceeded = new Promise<never>((_, reject) => {
    const fail = () => reject(new StorageTimeout());
    const afterSilence = (limitMs: number, callback: () => void, waitMs = limitMs) => {
      const due = performance.now() + waitMs;
      timer = setTimeout(() => {
        const firedAt = performance.now();
        const remaining = firedAt > due + SUSPENDED_MS ? limitMs : respondedAt + limitMs - firedAt;
        if (remaining > 0) afterSilence(limitMs, callback, remaining);
        else callback();
      }, waitMs);
    };
    afterSilence(RESPONSE_TIMEOUT_MS, () => (abort() ? fail() : afterSilence(COMMIT_TIMEOUT_MS, fail)));
  });
  const onResponse = () => {
    respondedAt = performance.now();
  };
  return { exceeded, onResponse, cancel: () => clearTimeout(timer) };
}
