import type { WireAnswer } from '../api/transport';

/** What an answer means for a queued write (invariants 17, 18, 21, 24). */
export type Verdict =
  /** The server carried it out. */
  | 'done'
  /** Nobody answered. */
  | 'noConnection'
  /** No usable answer in time, or one of something that is not our server: whose fault it is must be asked. */
  | 'unclear'
  /** The session is gone or another user's; says nothing about the entry. */
  | 'signedOut'
  /** The same may succeed later, without anybody changing anything. */
  | 'retriable'
  /** It may succeed only after something was changed. */
  | 'refused';

const RETRIABLE_STATUSES = new Set([408, 425, 429]);

/** 408, 425, 429, 5xx, and 409 with Retry-After: a try under the same key is still in progress. */
export function isRetriableRefusal(status: number, retryAfterMs: number | null): boolean {
  if (status === 409) return retryAfterMs !== null;
  return status >= 500 || RETRIABLE_STATUSES.has(status);
}

export function classify(answer: WireAnswer): Verdict {
  if (answer.ok) return 'done';
  const { failure } = answer;
  if (failure.kind === 'unreachable') return failure.reason === 'network' ? 'noConnection' : 'unclear';
  if (failure.kind !== 'refused') return 'noConnection';
  if (failure.status === 401) return 'signedOut';
  return isRetriableRefusal(failure.status, failure.retryAfterMs) ? 'retriable' : 'refused';
}
