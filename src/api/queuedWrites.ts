import { createAction } from '@reduxjs/toolkit';
import type { QueuedCallName } from '../contract/calls';
import type { ApiFailure } from './failures';

/**
 * The marker a queued write returns instead of the server's answer (spec §4): the change is on disk, and
 * the type system makes every caller say what happens then.
 */
export interface Queued {
  queued: true;
  /** The queue entry's id. */
  id: string;
  /** The id that stands for what this write creates until the server names it; `null` when it creates nothing. */
  localId: string | null;
}

export function isQueued(answer: unknown): answer is Queued {
  return typeof answer === 'object' && answer !== null && 'queued' in answer && answer.queued === true;
}

/** A write that is kept without a connection, on its way from the base query to the offline middleware. */
export interface QueuedWrite {
  /** Made where the write is made, one for its whole life. */
  id: string;
  /** Time of capture, ms since 1970. */
  ts: number;
  call: QueuedCallName;
  method: 'POST' | 'PATCH';
  /** Below /api; may contain local ids. */
  path: string;
  body: unknown;
  /** The visit this write belongs to where path and body don't say so (an edit of a delivery); else `null`. */
  visitId: string | null;
  /** The version that the form was opened with; `null` when the server gave none. */
  baseVersion: number | null;
  /** The own queued entry that the form was opened over; else `null`. */
  over: string | null;
  /** ISO instant of the item list that the form showed; `null` when it showed none. */
  pricesAsOf: string | null;
}

/** What comes back to the base query: the server's raw answer, the marker, or why neither. */
export type WriteResult = { data: unknown } | { data: Queued } | { error: ApiFailure };

/**
 * Asks the offline middleware to carry out a write. Dispatching returns a promise of its result; the
 * middleware is the only receiver, no reducer sees it.
 */
export const writeRequested = createAction<QueuedWrite>('offline/writeRequested');
