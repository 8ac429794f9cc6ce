import { type ApiError, isDeactivation, isSignedOut, RETRY_STATUSES } from '../../api/client/errors';
import { ERROR_BODY_QUOTE_CHARS } from '../../domain/constants';
import type { EntryError } from '../entry';

/** What a failed try means for a queued write (invariants 17, 18, 21, 24). */
export type ResponseClass =
  /** The server refused it. This try had no effect, and it can succeed only after a change of the data. */
  | 'refused'
  /** The session has ended, or belongs to another user or a deactivated account. The entry itself was not judged. */
  | 'signedOut'
  /**
   * The server or a gateway responded with an unclear result: a retry may succeed, or the write has succeeded already.
   */
  | 'unknown'
  /** As 'unknown', and the server asks for a pause: 429, 503, or any of these statuses with `Retry-After`. */
  | 'busy'
  /** No response of our server: no network, a timeout, or a response of something else. */
  | 'noResponse';

/** The server's status for a cancelled write: a write with this id never takes effect. */
export const CANCELLED = 410;
/** The status of a write whose id the server has recorded with other content. */
export const KEY_REUSED = 422;

/**
 * Whether the server may have recorded the write all the same: 408, 425, 429, 5xx, and 3xx, which something in between
 * gave in place of the response. Also 409 with Retry-After: a try under the same key is still in progress.
 */
function isUnknown(status: number, retryAfterMs: number | null): boolean {
  if (status === 409) return retryAfterMs !== null;
  return (status >= 300 && status < 400) || status >= 500 || RETRY_STATUSES.includes(status);
}

export function classify(failure: ApiError): ResponseClass {
  if (failure.kind !== 'http') return 'noResponse';
  const { status, retryAfterMs } = failure;
  if (isSignedOut(failure) || isDeactivation(failure)) return 'signedOut';
  if (status === 401) return 'noResponse';
  if (!isUnknown(status, retryAfterMs)) return 'refused';
  // A 409 concerns only this entry, so it asks for no pause.
  const asksForPause = status === 429 || status === 503 || (retryAfterMs !== null && status !== 409);
  return asksForPause ? 'busy' : 'unknown';
}

/** The error fields of frameworks' default responses: they repeat the status and name no reason. */
const STATUS_TEXTS: ReadonlySet<string> = new Set([
  'Bad Request',
  'Forbidden',
  'Not Found',
  'Method Not Allowed',
  'Payload Too Large',
]);

/**
 * Whether a refusal names no reason in the error field of the API (spec §8). It may be that of a gateway, such as the
 * 404 of an ingress whose server is being restarted, so the timer tries the entry again.
 */
export function isUnexplained(failure: ApiError): boolean {
  return failure.kind === 'http' && (failure.message === null || STATUS_TEXTS.has(failure.message));
}

const NO_RESPONSE_IN_TIME = 'The server did not respond to this change.';
const NO_CONNECTION = 'No connection.';

/** Why a try failed, as stored with the entry and shown to a person. The text has at most 160 characters. */
export function entryErrorOf(failure: ApiError, now: number): EntryError {
  if (failure.kind !== 'http') {
    const isNetwork = failure.kind === 'network' && failure.reason === 'network';
    return { status: null, text: isNetwork ? NO_CONNECTION : NO_RESPONSE_IN_TIME, at: now };
  }
  const { status, message, body, present } = failure;
  const text = (message ?? body).slice(0, ERROR_BODY_QUOTE_CHARS);
  return { status, text, at: now, ...(present === undefined ? {} : { present }) };
}
