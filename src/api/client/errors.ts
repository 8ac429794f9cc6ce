import { ERROR_BODY_QUOTE_CHARS } from '../../domain/constants';
import { messages } from '../../domain/messages';

/** What the server recorded before under the same write id, of which the content was another. */
export interface EarlierWrite {
  status: number;
  /** The response body of then. */
  response: unknown;
}

/** Why a call gave no answer that can be used. A small closed list, read by `failureText` alone. */
export type ApiError =
  /**
   * The server answered no. `message` is the body's error field, `body` the first characters of the body; `earlier`
   * stands in a 422 that says that this write id was used for another content.
   */
  | {
      kind: 'http';
      status: number;
      message: string | null;
      body: string;
      retryAfterMs: number | null;
      /** What stands at the server instead: the content of a 412, or what was recorded earlier under the key (422). */
      present?: unknown;
      earlier?: EarlierWrite;
    }
  /**
   * No answer of our server: no network, none in time, or something else in between answered (a captive
   * portal's page, a redirect, a cut body). Whether the server acted is not known.
   */
  | { kind: 'network'; reason: 'network' | 'timeout' | 'notOurServer' }
  /** The caller gave up; nobody is waiting for this any more. */
  | { kind: 'aborted' }
  /** A write is not on this device. `mayHaveArrived`: it was sent, and no response says what came of it. */
  | { kind: 'storage'; mayHaveArrived: boolean }
  /** Not sent: what the server has now forbids it. `text` says why (spec §5). */
  | { kind: 'validation'; text: string };

/** The failure in a rejected mutation or query, if it is one of ours. */
export function asApiError(error: unknown): ApiError | null {
  return typeof error === 'object' && error !== null && 'kind' in error ? (error as ApiError) : null;
}

/** Statuses with which a gateway says that there is no server behind it. */
export const GATEWAY_STATUSES: ReadonlySet<number> = new Set([502, 503, 504]);

/** The HTTP status of a refusal, or `null` when the server did not answer. */
export function errorStatus(failure: ApiError | null): number | null {
  return failure?.kind === 'http' ? failure.status : null;
}

/** Whether the server says that the account of this session is deactivated (offline model, point 13). */
export function isDeactivation(failure: ApiError | null): boolean {
  return failure?.kind === 'http' && failure.status === 403 && failure.message === messages.accountDeactivated;
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

/** A failure on a form with words of its own (spec §8): the server's error, else those words, and why there was no answer. */
export function errorMessageOr(failure: ApiError, ownWords: string): string {
  if (failure.kind === 'http') return failure.message ?? ownWords;
  if (failure.kind === 'validation') return failure.text;
  return `${ownWords}. ${errorMessage(failure)}`;
}
