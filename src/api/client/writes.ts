import { createAction } from '@reduxjs/toolkit';
import type { QueuedCallName } from '../../contract/calls';
import type { ApiError } from './errors';

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

/** What a change of something was made over, as its form was opened. */
export interface WriteBase {
  /** The version shown then; `null` when the server counts none, or for something new. */
  baseVersion: number | null;
  /** The person's newest queued entry of the same resource then; `null` when none waited. */
  over: string | null;
}

/** What the endpoint of a form's write is handed. */
export interface Write<Body> {
  /** Made with the form: the write takes effect once, however often it is sent. */
  writeId: string;
  body: Body;
}

/** The same for a change of a visit or delivery that there is. */
export interface Change<Body> extends Write<Body> {
  id: string;
  base: WriteBase;
}

/** A write that is kept without a connection, on its way from the base query to the offline middleware. */
export interface QueuedWrite extends WriteBase {
  /** Made with the form, one for the write's whole life. */
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
  /** The server's ISO instant of the item list that the form showed; `null` when unknown, or without prices. */
  pricesAsOf: string | null;
}

/** What comes back to the base query: the server's raw answer, the marker, or why neither. */
export type WriteResult = { data: unknown } | { data: Queued } | { error: ApiError };

/**
 * Asks the offline middleware to carry out a write. Dispatching returns a promise of its result; the
 * middleware is the only receiver, no reducer sees it.
 */
export const writeRequested = createAction<QueuedWrite>('offline/writeRequested');
