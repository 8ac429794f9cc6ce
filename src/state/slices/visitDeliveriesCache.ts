import { parseDelivery } from '../../api/parsers/delivery';
import { deliveriesApi } from '../../api/deliveriesApi';
import type { Delivery } from '../../contract/deliveries';
import { createsDelivery } from '../../offline/queuedWrites';
import { type CacheState, createCacheSlice, isNewer, mayLackChange, noteChange, putCached } from './cacheSlice';
import { isSent, sentResponses } from './sentRecords';

const MAX_VISITS = 300;

/**
 * Adds a delivery of a response to those of its visit, or replaces it there. Only a new delivery begins a list: an
 * edited one says nothing about the others. Another device may have made more of them, so that list is partial.
 */
function upsertCachedDelivery(
  state: CacheState<Delivery[]>,
  delivery: Delivery,
  isNew: boolean,
  savedAt: number,
): void {
  const visitId = delivery.visit?._id;
  const before = visitId ? state.byKey[visitId] : undefined;
  if (!visitId || !delivery._id || (!isNew && !before)) return;
  const known = before?.value ?? [];
  const isKnown = known.some(({ _id }) => _id === delivery._id);
  const value = isKnown ? known.map((one) => (one._id === delivery._id ? delivery : one)) : [delivery, ...known];
  putCached(state, visitId, value, before?.savedAt ?? savedAt, MAX_VISITS);
  const after = state.byKey[visitId];
  if (after && (!before || before.isPartial)) after.isPartial = true;
}

/** A list that was read before a change of this device, with what the device knows since. */
function withKnown(read: readonly Delivery[], known: readonly Delivery[]): Delivery[] {
  const others = read.filter(({ _id, version }) => {
    const here = known.find((one) => one._id === _id);
    return !here || (here.version ?? 0) < (version ?? 0);
  });
  return [...known.filter(({ _id }) => !others.some((one) => one._id === _id)), ...others];
}

const { listVisitDeliveries, getDelivery } = deliveriesApi.endpoints;

/** The deliveries of each visit, by the visit's id; a cache beyond those of spec §3. */
export const visitDeliveriesCache = createCacheSlice<Delivery[]>('visitDeliveriesCache', (builder) => {
  builder
    .addMatcher(isSent, (state, action) => {
      for (const { call, response, at } of sentResponses('delivery', action)) {
        const delivery = parseDelivery(response);
        const cached = state.byKey[delivery.visit?._id ?? '']?.value.find(({ _id }) => _id === delivery._id);
        if (isNewer(cached, delivery)) continue;
        upsertCachedDelivery(state, delivery, createsDelivery(call), at);
        noteChange(state, delivery.visit?._id ?? '', at);
      }
    })
    .addMatcher(listVisitDeliveries.matchFulfilled, (state, { payload, meta }) => {
      const visitId = meta.arg.originalArgs;
      const known = state.byKey[visitId];
      const value = known && mayLackChange(known, meta) ? withKnown(payload, known.value) : payload;
      putCached(state, visitId, value, meta.fulfilledTimeStamp, MAX_VISITS);
    })
    .addMatcher(getDelivery.matchFulfilled, (state, { payload, meta }) => {
      if (mayLackChange(state.byKey[payload.visit?._id ?? ''], meta)) return;
      upsertCachedDelivery(state, payload, false, meta.fulfilledTimeStamp);
    });
});
