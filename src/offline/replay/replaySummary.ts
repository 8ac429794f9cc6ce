/**
 * What started a replay. `online`, `start`, `signIn` and `syncNow` (a person's Sync now) try all entries, also those
 * that were refused or are not due (spec §4). The others try the entries that are due.
 */
export type ReplayTrigger = 'online' | 'start' | 'signIn' | 'syncNow' | 'focus' | 'responded' | 'timer' | 'edited';

/** How a pass ended. */
export const REPLAY_ENDS = [
  /** Every eligible entry was tried. */
  'finished',
  'noConnection',
  /** 401: the session has ended or belongs to another user. */
  'signedOut',
  /** 429, 503, a `Retry-After`, or two faults of the server or a gateway in a row. */
  'serverBusy',
  /** The queue could not be read or written. */
  'storageFailed',
  /** Nothing was tried: another tab is sending, the server asked for a pause, or nobody is signed in. */
  'notRun',
] as const;

export type ReplayEnd = (typeof REPLAY_ENDS)[number];

/** What a pass did, the same in all tabs. */
export interface ReplaySummary {
  userId: string;
  /** Distinct entries that were sent and removed. */
  pushed: number;
  /** Entries that the server refused. */
  refused: number;
  /**
   * The user's entries at the end. The screens count those of now; a tab of an older build ignores a report without it.
   */
  remaining: number;
  ended: ReplayEnd;
  /** The longest Retry-After received, ms; `null` for none. */
  retryAfterMs: number | null;
  /** ms since 1970 */
  at: number;
}

/** What a pass has done so far. */
export interface ReplayCounts {
  pushed: number;
  refused: number;
  retryAfterMs: number | null;
  /** The position of the last entry when it met a fault of the server or a gateway, or a 401; 0 for none. */
  failedUpTo: number;
}

/** A failed disk may hide a success, so a pass that ended with `storageFailed` counts as one that sent. */
export const mayHaveSent = ({ pushed, ended }: ReplaySummary) => pushed > 0 || ended === 'storageFailed';
