import { ACCOUNT_DEACTIVATED_ERROR } from '../../contract/accountDeactivated';
import type { ChangedMeanwhile, KeyReused, RefusalReason } from '../../contract/writes';

/** A refusal: the status of the response and a sentence for the user (spec §8, the error field). */
export class Problem extends Error {
  constructor(
    readonly status: number,
    message: string,
    /** Seconds until a retry makes sense, sent as `Retry-After`. */
    readonly retryAfterSeconds: number | null = null,
    /** Fields of the response beside `error`. */
    readonly details: object = {},
  ) {
    super(message);
  }
}

/** The catalogue of refusals: `throw problem.notFound('Visit not found')`. */
export const problem = {
  /** 400: the request is not one that the contract describes. */
  badRequest: (message: string) => new Problem(400, message),
  /** 401: nobody is signed in, or another user is. */
  unauthorized: (message = 'Please sign in.') => new Problem(401, message),
  /** 403: this user may not do that. */
  forbidden: (message = 'You are not allowed to do that.') => new Problem(403, message),
  /** 403: the session is that of a user who was deactivated. */
  deactivated: () => new Problem(403, ACCOUNT_DEACTIVATED_ERROR),
  /** 404: there is no such record. */
  notFound: (message: string, details: { reason?: RefusalReason } = {}) => new Problem(404, message, null, details),
  /** 409: it conflicts with the current state. `retryAfter` in seconds where waiting helps. */
  conflict: (message: string, { retryAfter, ...details }: { retryAfter?: number; reason?: RefusalReason } = {}) =>
    new Problem(409, message, retryAfter ?? null, details),
  /** 410: the write was cancelled and will never take effect. */
  gone: (message: string) => new Problem(410, message),
  /** 412: another user changed the record meanwhile. */
  changedMeanwhile: (message: string, details: Omit<ChangedMeanwhile, 'error'>) =>
    new Problem(412, message, null, details),
  /** 413: the body is longer than the limit of this call. */
  tooLarge: (kilobytes: number) => new Problem(413, `The request is larger than ${kilobytes} kB.`),
  /** 415: the body is not JSON. */
  unsupportedMediaType: () => new Problem(415, 'Send the body as application/json.'),
  /** 422: the request is valid, but its key was used for another request. */
  unprocessable: (message: string, details: Omit<KeyReused, 'error'>) => new Problem(422, message, null, details),
  /** 429: too many tries. `retryAfter` in seconds. */
  tooManyRequests: (message: string, retryAfter: number) => new Problem(429, message, retryAfter),
  /** 503: the server cannot do it now. `retryAfter` in seconds. */
  unavailable: (message: string, retryAfter: number) => new Problem(503, message, retryAfter),
};
