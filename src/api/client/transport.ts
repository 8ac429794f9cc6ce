import { PRICES_AS_OF_HEADER } from '../../contract/headers';
import { CALL_TIMEOUT_MS } from '../../domain/constants';
import { HOUR_MS } from '../../domain/durations';
import { asRecord, parseJson } from '../parsers/values';
import { type ApiError, type EarlierWrite, PRECONDITION_FAILED, RETRY_STATUSES } from './errors';
import { readStream } from './readStream';

/** One request to the API. */
export interface HttpRequest {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below /api, ids and query filled in. */
  path: string;
  body?: unknown;
  headers?: Record<string, string>;
  /** 'csv': a file is expected and comes back as a Blob. */
  responseType?: 'csv' | undefined;
  /** Called from time to time with the number of bytes read so far. */
  onBytes?: ((bytes: number) => void) | undefined;
  /** As fetch's `keepalive`: the request continues when the page is closed. */
  keepalive?: true | undefined;
  signal?: AbortSignal | undefined;
  timeoutMs?: number | undefined;
}

/**
 * The outcome of a request. `data` is the parsed JSON, `null` for 204, a file as a Blob. `servedAt` is the server's ISO
 * instant of a JSON response: that of its prices where it names one, else its `Date`; `null` for neither.
 */
export type HttpResponse =
  | { ok: true; status: number; data: unknown; servedAt?: string | null }
  | { ok: false; failure: ApiError };

/** Sends one request. Never rejects: a failure is an outcome too. */
export type Transport = (request: HttpRequest) => Promise<HttpResponse>;

const MAX_QUOTED_BODY_CHARS = 2_000;

/** The text of a body's error field, or `null`. */
function errorField(data: unknown): string | null {
  const error = (data as { error?: unknown } | null | undefined)?.error;
  return typeof error === 'string' && error ? error : null;
}

/** The limit of a Retry-After. A later date means that a clock is wrong, here or at the server. */
export const MAX_RETRY_AFTER_MS = HOUR_MS;

/**
 * Retry-After in seconds or as a date, in ms, at most an hour; `null` when absent or unreadable. A date counts from the
 * server's own, and only without one from `now`: the clock of the device may be off.
 */
function readRetryAfter({ headers }: Response, now: number): number | null {
  const value = headers.get('Retry-After');
  if (value === null) return null;
  const sentAt = Date.parse(headers.get('Date') ?? '') || now;
  const ms = /^\d+$/.test(value.trim()) ? Number(value) * 1000 : Date.parse(value) - sentAt;
  return Number.isFinite(ms) ? Math.min(Math.max(0, ms), MAX_RETRY_AFTER_MS) : null;
}

/** The body of a refusal that holds the server's record (412, 422) or names its reason. `undefined` for any other. */
function refusalDetails(status: number, data: unknown): unknown {
  const { earlier, reason } = asRecord(data);
  return status === PRECONDITION_FAILED || (status === 422 && earlier !== undefined) || reason !== undefined
    ? data
    : undefined;
}

function readServedAt({ headers }: Response): string | null {
  const ms = Date.parse(headers.get(PRICES_AS_OF_HEADER) ?? headers.get('Date') ?? '');
  return Number.isNaN(ms) ? null : new Date(ms).toISOString();
}

/** The `earlier` field of a refusal's body, if it is one. */
function readEarlier(data: unknown): EarlierWrite | null {
  const { status, response } = asRecord(asRecord(data).earlier);
  return typeof status === 'number' ? { status, response } : null;
}

function httpError(status: number, text: string, retryAfterMs: number | null): HttpResponse {
  const data = parseJson(text);
  const present = refusalDetails(status, data);
  const earlier = status === 422 ? readEarlier(data) : null;
  return {
    ok: false,
    failure: {
      kind: 'http',
      status,
      message: errorField(data),
      body: text.slice(0, MAX_QUOTED_BODY_CHARS),
      retryAfterMs,
      ...(present === undefined ? {} : { present }),
      ...(earlier ? { earlier } : {}),
    },
  };
}

/** The outcome of a request that something else than our server responded to. */
export const NOT_OUR_SERVER: HttpResponse = { ok: false, failure: { kind: 'network', reason: 'notOurServer' } };

/**
 * Whether a refusal is the page of a captive portal or firewall. A gateway's 5xx is shown as it is (spec §8), and so
 * are the statuses that ask for another try.
 */
function isForeignRefusal(status: number, contentType: string): boolean {
  return status < 500 && !RETRY_STATUSES.includes(status) && contentType.includes('html');
}

/**
 * Tells a response of our server from others that look like one. Success is 204, or 2xx with the promised
 * content type, not redirected, and without an error field (spec §7, PATCH /api/deliveries/{id}).
 */
function interpretResponse(response: Response, body: unknown, now: number): HttpResponse {
  const { status } = response;
  const text = typeof body === 'string' ? body : '';
  const contentType = response.headers.get('Content-Type') ?? '';
  if (response.redirected) return NOT_OUR_SERVER;
  if (!response.ok) {
    return isForeignRefusal(status, contentType)
      ? NOT_OUR_SERVER
      : httpError(status, text, readRetryAfter(response, now));
  }
  if (status === 204) return { ok: true, status, data: null };
  if (body instanceof Blob) return { ok: true, status, data: body };
  const data = contentType.includes('json') ? parseJson(text) : undefined;
  if (data === undefined) return NOT_OUR_SERVER;
  if (errorField(data) !== null) return httpError(status, text, null);
  return { ok: true, status, data, servedAt: readServedAt(response) };
}

/** Servers give a file of any type (spec §7 names none), but not that of a refusal or of a captive portal's page. */
function isFile(response: Response): boolean {
  return response.ok && !/json|html/.test(response.headers.get('Content-Type') ?? '');
}

interface TransportOptions {
  /** Absolute; ends in /api. */
  baseUrl: string;
  fetchFn?: typeof fetch;
  now?: () => number;
  /** Awaited before the request of a GET. A write waits for nothing. */
  beforeRead?: () => Promise<void>;
}

/**
 * The only access to the network: `fetch` with the raw text, which `interpretResponse` reads. A redirect counts as no
 * response of the server: the API never sends one.
 */
export function createTransport(options: TransportOptions): Transport {
  const { baseUrl, fetchFn = (input, init) => fetch(input, init), now = Date.now, beforeRead } = options;
  /** The response and its body; rejects when they do not arrive. */
  async function exchange(request: HttpRequest, signal: AbortSignal): Promise<[Response, unknown]> {
    const { path, method, body, headers, keepalive = false } = request;
    if (beforeRead && method === 'GET') await beforeRead();
    const response = await fetchFn(
      new Request(baseUrl + path, {
        method,
        headers: { ...(body === undefined ? {} : { 'Content-Type': 'application/json' }), ...headers },
        body: body === undefined ? null : JSON.stringify(body),
        credentials: 'same-origin',
        redirect: 'error',
        cache: 'no-store',
        keepalive,
        signal,
      }),
    );
    const isFileExpected = request.responseType === 'csv' && isFile(response);
    return [
      response,
      isFileExpected ? await readStream(response, request.onBytes ?? (() => undefined)) : await response.text(),
    ];
  }
  return async (request) => {
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(), request.timeoutMs ?? CALL_TIMEOUT_MS);
    const signal = request.signal ? AbortSignal.any([request.signal, limit.signal]) : limit.signal;
    const exchanged = await exchange(request, signal).catch(() => null);
    clearTimeout(timer);
    if (exchanged) return interpretResponse(...exchanged, now());
    if (request.signal?.aborted) return { ok: false, failure: { kind: 'aborted' } };
    return { ok: false, failure: { kind: 'network', reason: limit.signal.aborted ? 'timeout' : 'network' } };
  };
}
