/**
 * What started a replay: `online`, `start`, `signIn` and `asked` (a person's Sync now) try everything, what the server
 * refused too (spec §4); the others try what waits and is due.
 */
export type ReplayTrigger = 'online' | 'start' | 'signIn' | 'asked' | 'focus' | 'responded' | 'timer' | 'edited';

/** How a pass came to its end. */
export type ReplayEnd =
  /** Every eligible entry was tried. */
  | 'finished'
  | 'noConnection'
  /** 401: the session is gone or another user's. */
  | 'signedOut'
  /** 429, 503, a `Retry-After`, or two 5xx in a row. */
  | 'serverBusy'
  /** The queue could not be read or written. */
  | 'storageFailed'
  /** Another tab is at it, the server wants to be left alone, or nobody is signed in: nothing was tried. */
  | 'notRun';

/** What a pass did, the same in all tabs. */
export interface ReplaySummary {
  userId: string;
  /** Distinct entries that were sent and removed. */
  pushed: number;
  /** Entries that the server refused. */
  refused: number;
  /** The user's entries at the end. */
  remaining: number;
  ended: ReplayEnd;
  /** The longest Retry-After heard, ms; `null` for none. */
  retryAfterMs: number | null;
  /** ms since 1970 */
  at: number;
}

/** What a pass has done so far. */
export interface ReplayCounts {
  pushed: number;
  refused: number;
  retryAfterMs: number | null;
  /** The place of the last entry that was answered with a 5xx, in a row with another one; 0 for none. */
  failedUpTo: number;
}
