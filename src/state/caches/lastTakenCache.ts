import type { UnknownAction } from '@reduxjs/toolkit';
import { asShape } from '../../api/answers/shape';
import type { TakenDelivery } from '../../domain/lastTaken';
import { createCacheSlice, keep } from './cacheSlice';

const MAX_LOCATIONS = 2000;

interface TakenFetched extends UnknownAction {
  payload: TakenDelivery[];
  meta: { arg: { originalArgs: string }; fulfilledTimeStamp: number };
}

/** The response of `listTakenDeliveries`, known by its name: the endpoint itself is loaded by later screens only. */
function isTakenFetched(action: UnknownAction): action is TakenFetched {
  const { endpointName } = asShape(asShape(action.meta).arg);
  return endpointName === 'listTakenDeliveries' && action.type.endsWith('/fulfilled');
}

/** What each box took last, by the location's id: for "Same as last time" without a connection. */
export const lastTakenCache = createCacheSlice<TakenDelivery[]>('lastTakenCache', (builder) => {
  builder.addMatcher(isTakenFetched, (state, { payload, meta }) => {
    keep(state, meta.arg.originalArgs, payload, meta.fulfilledTimeStamp, MAX_LOCATIONS);
  });
});
