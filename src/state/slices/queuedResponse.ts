import { isAnyOf, type UnknownAction } from '@reduxjs/toolkit';
import type { Queued } from '../../api/client/writes';
import { deliveriesApi } from '../../api/deliveriesApi';
import { visitsApi } from '../../api/visitsApi';
import type { QueuedCallName } from '../../contract/calls';
import type { Delivery } from '../../contract/deliveries';
import type { Visit } from '../../contract/visits';
import type { Noun } from '../../offline/nouns';
import { QUEUED_CALL_NAMES, queuedCall } from '../../offline/queuedWrites';

const endpoints = { ...deliveriesApi.endpoints, ...visitsApi.endpoints };

/** The endpoint of each queued call. Does not compile while a call has none. */
const queuedEndpoints: { [Name in QueuedCallName]: (typeof endpoints)[Name] } = endpoints;

/** The record in the responses to the writes of each noun. */
interface RecordOf {
  visit: Visit;
  delivery: Delivery;
}

/** A queued write got its response, or the `Queued` marker. */
interface QueuedResponse<N extends Noun> extends UnknownAction {
  payload: RecordOf[N] | Queued;
  meta: { arg: { endpointName: QueuedCallName }; fulfilledTimeStamp: number };
}

/** Returns a matcher of the responses to all queued writes of a noun. */
export function isResponseOf<N extends Noun>(noun: N): (action: UnknownAction) => action is QueuedResponse<N> {
  const calls = QUEUED_CALL_NAMES.filter((call) => queuedCall(call).noun === noun);
  const matches = isAnyOf(...calls.map((call) => queuedEndpoints[call].matchFulfilled));
  return (action): action is QueuedResponse<N> => matches(action);
}
