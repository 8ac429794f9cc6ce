import { type CallName, calls } from '../../../src/contract/calls';
import { CAPTURED_AT_HEADER, CAPTURED_BY_HEADER, IDEMPOTENCY_KEY_HEADER } from '../../../src/contract/headers';
import { API_BASE_PATH } from '../../../src/domain/constants';
import type { Fault } from './faults';
import type { HttpRequest } from './upstream';

/** One request as it came to the proxy, and what became of it there. */
export interface SeenRequest {
  method: string;
  /** With its query. */
  url: string;
  body: string;
  idempotencyKey: string | null;
  capturedAt: string | null;
  capturedBy: string | null;
  /** `null`: it went through. */
  fault: Fault['kind'] | 'offline' | null;
  /** The status of the response of the server; `null` before it, or when the request did not reach the server. */
  serverStatus: number | null;
  /** Whether the client went away before it had the whole response. */
  isGivenUp: boolean;
}

const header = ({ headers }: HttpRequest, name: string) => {
  const value = headers[name.toLowerCase()];
  return typeof value === 'string' ? value : null;
};

export function seenRequest(request: HttpRequest): SeenRequest {
  return {
    method: request.method,
    url: request.url,
    body: request.body.toString(),
    idempotencyKey: header(request, IDEMPOTENCY_KEY_HEADER),
    capturedAt: header(request, CAPTURED_AT_HEADER),
    capturedBy: header(request, CAPTURED_BY_HEADER),
    fault: null,
    serverStatus: null,
    isGivenUp: false,
  };
}

/** Which requests a rule is about. */
export type Match = (request: SeenRequest) => boolean;

const pathOf = (request: SeenRequest) => request.url.split('?')[0] ?? '';

export const isApi: Match = (request) => pathOf(request).startsWith(`${API_BASE_PATH}/`);

/** The report on the queue, which the app sends in the background. */
export const isSyncReport = ofCall('reportSync');

/** The writes of a user, other than signing in or out. The report on the queue names its user too, and is none. */
export const isWrite: Match = (request) =>
  isApi(request) && request.method !== 'GET' && request.capturedBy !== null && !isSyncReport(request);

/** The writes whose response reached the client. On a slow machine the app may send a write again. */
export const isDeliveredWrite: Match = (request) =>
  isWrite(request) && request.serverStatus !== null && !request.isGivenUp;

export const everything: Match = () => true;

/** The requests of these calls of the contract. */
export function ofCall(...names: CallName[]): Match {
  const wanted = names.map((name) => {
    const { method, path } = calls[name];
    return { method, pattern: new RegExp(`^${API_BASE_PATH}${path.replace(':id', '[^/]+')}$`) };
  });
  return (request) => wanted.some(({ method, pattern }) => request.method === method && pattern.test(pathOf(request)));
}

/** Requests whose body contains a text. */
export function mentioning(match: Match, text: string): Match {
  return (request) => match(request) && request.body.includes(text);
}
