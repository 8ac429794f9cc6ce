import type { UnknownAction } from '@reduxjs/toolkit';
import { asRecord } from '../../api/parsers/values';
import type { TakenDelivery } from '../../domain/lastTaken';
import { createCacheSlice, putCached } from './cacheSlice';

const MAX_LOCATIONS = 2000;

interface TakenFetched extends UnknownAction {
  payload: TakenDelivery[];
  meta: { arg: { originalArgs: string }; fulfilledTimeStamp: number };
}

/**
 * Whether an action is the response of `listTakenDeliveries`, by its name: the endpoint itself is not in the first
 * load.
 */
function isTakenFetched(action: UnknownAction): action is TakenFetched {
  const { endpointName } = asRecord(asRecord(action.meta).arg);
  return endpointName === 'listTakenDeliveries' && action.type.endsWith('/fulfilled');
}

/** The last delivery of each box, by the location's id, for "Same as last time" without a connection. */
export const lastTakenCache = createCacheSlice<TakenDelivery[]>('lastTakenCache', (builder) => {
  builder.addMatcher(isTakenFetched, (state, { payload, meta }) => {
    putCached(state, meta.arg.originalArgs, payload, meta.fulfilledTimeStamp, MAX_LOCATIONS);
  });
});
