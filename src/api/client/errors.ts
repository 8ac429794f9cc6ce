import { ACCOUNT_DEACTIVATED_ERROR } from '../../contract/accountDeactivated';
import { ERROR_BODY_QUOTE_CHARS } from '../../domain/constants';
import { messages } from '../../domain/messages';
import { asRecord, parseJson } from '../parsers/values';

/** The earlier write under the same idempotency key, with other content. */
export interface EarlierWrite {
  status: number;
  /** The body of its response. */
  response: unknown;
}

/** The server responded with an error. */
export interface HttpError {
  kind: 'http';
  status: number;
  /** The body's error field; `null` without one. */
  message: string | null;
  /** The first characters of the body. */
  body: string;
  /** The Retry-After header, ms; `null` without one. */
  retryAfterMs: number | null;
  /** The server's record, the body of a 412 or of a 422 with `earlier`; or the body that names a `reason`. */
  present?: unknown;
  /** Comes with a 422: the idempotency key was used for other content. */
  earlier?: EarlierWrite;
}

/**
 * Why a call failed. A closed list; `errorMessage` turns each kind into its sentence (spec §8). What the queue makes of
 * each: `offline/replay/classify.ts`.
 */
export type ApiError =
  | HttpError
  /**
   * No response of our server: no network, a timeout, or a response of something in between (a captive portal's page,
   * a redirect, a cut body). The server may have carried the call out.
   */
  | { kind: 'network'; reason: 'network' | 'timeout' | 'notOurServer' }
  /** The caller aborted the request. */
  | { kind: 'aborted' }
  /** The device could not store the write. `mayHaveArrived`: it was sent anyway, and its outcome is unknown. */
  | { kind: 'storage'; mayHaveArrived: boolean }
  /** Not sent, because it would break a rule (spec §5). `text` is the message. */
  | { kind: 'validation'; text: string };

const KINDS: Record<ApiError['kind'], true> = {
  http: true,
  network: true,
  aborted: true,
  storage: true,
  validation: true,
};

/** The error of a rejected mutation or query as an `ApiError`; `null` when there is no such error. */
export function asApiError(error: unknown): ApiError | null {
  const kind = (error as { kind?: unknown } | null | undefined)?.kind;
  return String(kind) in KINDS ? (error as ApiError) : null;
}

/** The HTTP status of a failure; `null` when the server did not respond. */
export function errorStatus(failure: ApiError | null): number | null {
  return failure?.kind === 'http' ? failure.status : null;
}

/** Whether a refusal comes from the API, which responds in JSON, and not from a proxy or firewall (deviation T1). */
export function isFromApi(failure: ApiError | null): boolean {
  return failure?.kind === 'http' && parseJson(failure.body) !== undefined;
}

/** Whether the API says that the session of this device is not valid: 401. */
export function isSignedOut(failure: ApiError | null): boolean {
  return errorStatus(failure) === 401 && isFromApi(failure);
}

/** Whether the API says that there is no such record: 404 with its error field (spec §7). */
export function isMissing(failure: ApiError | null): boolean {
  return failure?.kind === 'http' && failure.status === 404 && failure.message !== null;
}

/** Whether the server says that the account of this session is deactivated. */
export function isDeactivation(failure: ApiError | null): boolean {
  return failure?.kind === 'http' && failure.status === 403 && failure.message === ACCOUNT_DEACTIVATED_ERROR;
}

/** What a failure and the last error of a queued entry have in common. */
export type Refusal = Pick<HttpError, 'present'> & { status: number | null };

/** The status of a change of a record that was changed after the base of the change. */
export const PRECONDITION_FAILED = 412;
/** The statuses below 500 that ask for another try. */
export const RETRY_STATUSES: readonly number[] = [408, 425, 429];

/** The record as the server has it now, when it was changed after the base of a write (412); else `undefined`. */
export function currentRecord({ status, present }: Refusal): unknown {
  return status === PRECONDITION_FAILED ? asRecord(present).current : undefined;
}

/** Generic call failure (spec §8): 'Request failed: {status}', replaced by the server's error field. */
export function errorMessage(failure: ApiError): string {
  switch (failure.kind) {
    case 'http':
      return failure.message ?? messages.requestFailed(failure.status);
    case 'storage':
      return messages.couldNotSave;
    case 'validation':
      return failure.text;
    case 'network':
      return failure.reason === 'timeout' ? messages.timedOut : messages.noConnection;
    case 'aborted':
      return messages.noConnection;
  }
}

/** Queued write failing online (spec §8): 'Request failed ({status}): ' and the first 160 characters of the body. */
export function queuedWriteErrorMessage(failure: ApiError): string {
  if (failure.kind !== 'http') return errorMessage(failure);
  return messages.queuedWriteFailed(failure.status, failure.body.slice(0, ERROR_BODY_QUOTE_CHARS));
}

/**
 * The message of a failed form (spec §8): the server's error field, else `fallback`. Without a response the reason is
 * appended.
 */
export function errorMessageOr(failure: ApiError, fallback: string): string {
  if (failure.kind === 'http') return failure.message ?? fallback;
  if (failure.kind === 'validation') return failure.text;
  return `${fallback}. ${errorMessage(failure)}`;
}
