import type { BaseQueryApi, BaseQueryFn } from '@reduxjs/toolkit/query';
import type { QueuedCallName } from '../../contract/calls';
import { IDEMPOTENCY_KEY_HEADER, IF_MATCH_HEADER } from '../../contract/headers';
import { EXPORT_TIMEOUT_MS } from '../../domain/constants';
import { type ApiRequest, callOf, mentionsLocalId, pathOf } from './apiRequest';
import type { ApiError } from './errors';
import { fileProgressed } from './readStream';
import { type WriteResult, writeRequested } from './writes';
import type { Transport, HttpRequest } from './transport';
import type { SerializeByKey } from './serializeByKey';

/** The environment of every call: network, clock and source of ids. Tests pass their own. */
export interface ApiEnvironment {
  transport: Transport;
  /** ms since 1970 */
  now: () => number;
  /** A random unique id. */
  newId: () => string;
}

/** The store's extra argument, which every call receives. */
export interface ApiExtra extends ApiEnvironment {
  /** Runs calls with the same key one after the other. */
  serializeByKey: SerializeByKey;
}

/** Options of a file download: a longer timeout, and its progress as actions. */
function fileOptions(responseType: 'csv', { dispatch }: BaseQueryApi): Partial<HttpRequest> {
  const onBytes = (bytes: number) => void dispatch(fileProgressed(bytes));
  return { responseType, timeoutMs: EXPORT_TIMEOUT_MS, onBytes };
}

function writeHeaders({ ifMatch }: ApiRequest, key: string): Record<string, string> {
  return { [IDEMPOTENCY_KEY_HEADER]: key, ...(ifMatch && { [IF_MATCH_HEADER]: `"${ifMatch}"` }) };
}

/** What is known of a response beside its data. */
export interface ApiMeta {
  /** When the request was sent, and when its response came, ms since 1970. */
  sentAt: number;
  receivedAt: number;
  /** See `HttpResponse`. */
  servedAt: string | null | undefined;
}

/**
 * Sends a call once. A write that the contract queues goes to the offline middleware, which stores it before it is
 * sent; every other call goes to the network. Returns the raw response: each endpoint parses its own (`api/parsers`).
 */
export const apiBaseQuery: BaseQueryFn<ApiRequest, unknown, ApiError, object, ApiMeta> = async (
  request,
  api: BaseQueryApi,
) => {
  const { transport, now, newId } = api.extra as ApiExtra;
  const writeId = () => request.writeId ?? newId();
  const call = callOf(request);
  if (call.offline === 'queue') {
    const write = writeRequested({
      id: writeId(),
      ts: now(),
      call: request.name as QueuedCallName,
      method: call.method,
      path: pathOf(request, now()),
      body: request.body,
      visitId: request.visitId ?? null,
      baseVersion: request.base?.baseVersion ?? null,
      over: request.base?.over ?? null,
      pricesAsOf: request.pricesAsOf ?? null,
    });
    const result: unknown = api.dispatch(write);
    return result as Promise<WriteResult>;
  }
  if (mentionsLocalId(request)) return { error: { kind: 'network', reason: 'network' } };
  const httpRequest: HttpRequest = {
    method: call.method,
    path: pathOf(request, now()),
    body: request.body,
    signal: api.signal,
    ...(call.method === 'GET' ? {} : { headers: writeHeaders(request, writeId()) }),
    keepalive: request.keepalive,
    ...(call.responseType ? fileOptions(call.responseType, api) : {}),
  };
  const sentAt = now();
  const response = await transport(httpRequest);
  if (!response.ok) return { error: response.failure };
  const { data, servedAt } = response;
  return { data, meta: { sentAt, receivedAt: now(), servedAt } };
};
