import { parseDelivery } from '../../api/parsers/delivery';
import { deliveriesApi } from '../../api/deliveriesApi';
import { isQueued } from '../../api/client/writes';
import type { Delivery } from '../../contract/deliveries';
import { entryReplayed } from '../../offline/actions';
import { queuedCall } from '../../offline/queuedWrites';
import { type CacheState, createCacheSlice, putCached } from './cacheSlice';
import { isResponseOf } from './queuedResponse';

const MAX_VISITS = 300;

/**
 * Adds a delivery of a response to those of its visit, or replaces it there. Only a new delivery begins a list: an
 * edited one says nothing about the others.
 */
function upsertCachedDelivery(
  state: CacheState<Delivery[]>,
  delivery: Delivery,
  isNew: boolean,
  savedAt: number,
): void {
  const visitId = delivery.visit?._id;
  if (!visitId || !delivery._id || (!isNew && !state.byKey[visitId])) return;
  const known = state.byKey[visitId]?.value ?? [];
  const isKnown = known.some(({ _id }) => _id === delivery._id);
  const value = isKnown ? known.map((one) => (one._id === delivery._id ? delivery : one)) : [delivery, ...known];
  putCached(state, visitId, value, state.byKey[visitId]?.savedAt ?? savedAt, MAX_VISITS);
}

const { listVisitDeliveries, getDelivery } = deliveriesApi.endpoints;

/** The deliveries of each visit, by the visit's id; a cache beyond those of spec §3. */
export const visitDeliveriesCache = createCacheSlice<Delivery[]>('visitDeliveriesCache', (builder) => {
  builder
    .addCase(entryReplayed, (state, { payload: { entry, response } }) => {
      const { noun, kind } = queuedCall(entry.call);
      if (noun === 'delivery') upsertCachedDelivery(state, parseDelivery(response), kind === 'create', entry.ts);
    })
    .addMatcher(listVisitDeliveries.matchFulfilled, (state, { payload, meta }) => {
      putCached(state, meta.arg.originalArgs, payload, meta.fulfilledTimeStamp, MAX_VISITS);
    })
    .addMatcher(getDelivery.matchFulfilled, (state, { payload, meta }) => {
      upsertCachedDelivery(state, payload, false, meta.fulfilledTimeStamp);
    })
    .addMatcher(isResponseOf('delivery'), (state, { payload, meta }) => {
      const isNew = queuedCall(meta.arg.endpointName).kind === 'create';
      if (!isQueued(payload)) upsertCachedDelivery(state, payload, isNew, meta.fulfilledTimeStamp);
    });
});
