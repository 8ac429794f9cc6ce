import { parseDelivery } from '../../api/parsers/delivery';
import { deliveriesApi } from '../../api/deliveriesApi';
import type { Delivery } from '../../contract/deliveries';
import { queuedCall } from '../../offline/queuedWrites';
import { type CacheState, createCacheSlice, mayLackChange, putCached } from './cacheSlice';
import { isSent, sentRecordsOf } from './sentToday';

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
    .addMatcher(isSent, (state, action) => {
      for (const { value, response, savedAt } of sentRecordsOf(action)) {
        const { noun, kind } = queuedCall(value.call);
        if (noun !== 'delivery') continue;
        const delivery = parseDelivery(response);
        upsertCachedDelivery(state, delivery, kind === 'create', savedAt);
        const cached = state.byKey[delivery.visit?._id ?? ''];
        if (cached) cached.changedAt = savedAt;
      }
    })
    .addMatcher(listVisitDeliveries.matchFulfilled, (state, { payload, meta }) => {
      const visitId = meta.arg.originalArgs;
      if (mayLackChange(state.byKey[visitId], meta)) return;
      putCached(state, visitId, payload, meta.fulfilledTimeStamp, MAX_VISITS);
    })
    .addMatcher(getDelivery.matchFulfilled, (state, { payload, meta }) => {
      if (mayLackChange(state.byKey[payload.visit?._id ?? ''], meta)) return;
      upsertCachedDelivery(state, payload, false, meta.fulfilledTimeStamp);
    });
});
