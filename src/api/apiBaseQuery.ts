import type { BaseQueryApi, BaseQueryFn } from '@reduxjs/toolkit/query';
import { type CallName, calls, type QueuedCallName } from '../contract/calls';
import { IDEMPOTENCY_KEY_HEADER } from '../contract/headers';
import { EXPORT_TIMEOUT_MS } from '../domain/constants';
import { type ApiRequest, callOf, mentionsLocalId, pathOf } from './apiRequest';
import { type ApiFailure, failureStatus } from './failures';
import { fileProgressed } from './fileBody';
import { type WriteResult, writeRequested } from './queuedWrites';
import type { Resubmits } from './resubmits';
import type { Transport, WireAnswer, WireRequest } from './transport';
import type { InTurn } from './turns';

/** The world of every call: the network, the clock and the source of ids, so that tests hold all three. */
export interface ApiEnvironment {
  transport: Transport;
  /** ms since 1970 */
  now: () => number;
  /** A random unique id. */
  newId: () => string;
}

/** What the store hands to every call. */
export interface ApiExtra extends ApiEnvironment {
  /** The writes that go straight to the network, and of which nobody knows what became. */
  resubmits: Resubmits;
  /** For calls that must not overtake each other. */
  inTurn: InTurn;
}

/** Whether the server may have carried out what failed so. */
function mayBeDone(failure: ApiFailure): boolean {
  return failure.kind === 'unreachable' || (failureStatus(failure) ?? 0) >= 500;
}

/** A write of which nothing is kept on the device; pressed again after nobody knew what became of it, it is no second one. */
async function writeOnline(
  request: WireRequest,
  call: CallName,
  { transport, newId, resubmits }: ApiExtra,
): Promise<WireAnswer> {
  const write = { ...request, call, id: newId() };
  const id = resubmits.idFor(write, null);
  const answer = await transport({ ...request, headers: { [IDEMPOTENCY_KEY_HEADER]: id } });
  if (answer.ok) resubmits.forget(write, null);
  else if (calls[call].access !== 'public' && mayBeDone(answer.failure)) resubmits.remember(write, null, id);
  return answer;
}

/** A file may take long, and tells how far it has come. */
function fileOptions(answerType: 'csv', { dispatch }: BaseQueryApi): Partial<WireRequest> {
  const onBytes = (bytes: number) => void dispatch(fileProgressed(bytes));
  return { answerType, timeoutMs: EXPORT_TIMEOUT_MS, onBytes };
}

/**
 * One try of a call. A write that the contract queues is handed to the offline middleware, which has it on
 * disk before the first byte leaves; everything else goes straight to the network. Answers come back raw:
 * each endpoint reads its own (`api/answers`).
 */
export const apiBaseQuery: BaseQueryFn<ApiRequest, unknown, ApiFailure> = async (request, api: BaseQueryApi) => {
  const extra = api.extra as ApiExtra;
  const { transport, now, newId } = extra;
  const call = callOf(request);
  if (call.offline === 'queue') {
    const write = writeRequested({
      id: newId(),
      ts: now(),
      call: request.name as QueuedCallName,
      method: call.method === 'PATCH' ? 'PATCH' : 'POST',
      path: pathOf(request, now()),
      body: request.body,
      visitId: request.visitId ?? null,
      baseVersion: null,
      over: null,
      pricesAsOf: null,
    });
    const result: unknown = api.dispatch(write);
    return result as Promise<WriteResult>;
  }
  if (mentionsLocalId(request)) return { error: { kind: 'unreachable', reason: 'network' } };
  const wire: WireRequest = {
    method: call.method,
    path: pathOf(request, now()),
    body: request.body,
    signal: api.signal,
    ...(request.outlivesPage ? { outlivesPage: true } : {}),
    ...(call.answerType ? fileOptions(call.answerType, api) : {}),
  };
  const answer = call.method === 'GET' ? await transport(wire) : await writeOnline(wire, request.name, extra);
  return answer.ok ? { data: answer.data } : { error: answer.failure };
};
