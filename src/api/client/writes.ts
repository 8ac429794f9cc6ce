import { createAction } from '@reduxjs/toolkit';
import type { QueuedCallName } from '../../contract/calls';
import type { ApiError } from './errors';

/**
 * The marker a queued write returns instead of the server's response (spec §4): the change is on disk. The type makes
 * every caller handle it.
 */
export interface Queued {
  queued: true;
  /** The queue entry's id. */
  id: string;
  /** The id that stands for what this write creates until the server names it; `null` when it creates nothing. */
  localId: string | null;
}

export function isQueued(result: unknown): result is Queued {
  return (result as Partial<Queued> | null | undefined)?.queued === true;
}

/** The state that a change was based on when its form was opened. */
export interface WriteBase {
  /** The version shown, sent as `If-Match`; `null` when the server has no versions, or for a new record. */
  baseVersion: number | null;
  /**
   * The id of the user's newest queued entry of the same record; `null` when none waited. The version to send is then
   * the one that results from that entry.
   */
  over: string | null;
}

/** The argument of an endpoint that sends a form's write. */
export interface Write<Body> {
  /** Made with the form: the write takes effect once, however often it is sent. */
  writeId: string;
  body: Body;
}

/** The same for a change of an existing visit or delivery. */
export interface Change<Body> extends Write<Body> {
  id: string;
  base: WriteBase;
}

/**
 * A write that is queued without a connection (spec §3: `id`, `ts`, `path`, `method` and `body`): the message of the
 * base query to the offline middleware.
 */
export interface QueuedWrite extends WriteBase {
  /** The write id, made with the form: unique, one for life, the `Idempotency-Key` of every try. */
  id: string;
  /** Time of capture by the device's clock, ms since 1970. Never used for order. */
  ts: number;
  call: QueuedCallName;
  method: 'POST' | 'PATCH';
  /** Below /api. Local ids in path and body are replaced when the write is sent. */
  path: string;
  body: unknown;
  /** The visit this write belongs to where path and body don't say so (an edit of a delivery); else `null`. */
  visitId: string | null;
  /**
   * The server's ISO instant of the shown item list, sent as `Prices-As-Of`; `null` when unknown, or without prices.
   */
  pricesAsOf: string | null;
}

/** What the base query gets back: the server's raw response, the marker, or the error. */
export type WriteResult = { data: unknown } | { data: Queued } | { error: ApiError };

/**
 * Asks the offline middleware to carry out a write. Dispatching returns a promise of its result; the
 * middleware is the only receiver, no reducer sees it.
 */
export const writeRequested = createAction<QueuedWrite>('offline/writeRequested');
