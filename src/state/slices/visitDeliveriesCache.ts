import { parseDelivery } from '../../api/parsers/delivery';
import { deliveriesApi } from '../../api/deliveriesApi';
import type { Delivery } from '../../contract/deliveries';
import { type CacheState, createCacheSlice, isNewer, mayLackChange, noteChange, putCached } from './cacheSlice';
import { isSent, sentResponses } from './sentRecords';

const MAX_VISITS = 300;

/** A delivery outside a visit is a list of its own. */
const keyOf = ({ visit, _id }: Delivery) => visit?._id ?? _id;

/**
 * Adds a delivery of a response to those of its visit, or replaces it there. `beginsList`: also when none of them are
 * known. Another device may have made more of them, so that list is partial.
 */
function upsertCachedDelivery(
  state: CacheState<Delivery[]>,
  delivery: Delivery,
  beginsList: boolean,
  savedAt: number,
): void {
  const key = keyOf(delivery);
  const before = state.byKey[key];
  if (!delivery._id || !(beginsList || before)) return;
  const known = before?.value ?? [];
  const isKnown = known.some(({ _id }) => _id === delivery._id);
  const value = isKnown ? known.map((one) => (one._id === delivery._id ? delivery : one)) : [delivery, ...known];
  putCached(state, key, value, (delivery.visit && before?.savedAt) ?? savedAt, MAX_VISITS);
  const after = state.byKey[key];
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

/** The deliveries of each visit by its id, and those outside a visit by their own; a cache beyond those of spec §3. */
export const visitDeliveriesCache = createCacheSlice<Delivery[]>('visitDeliveriesCache', (builder) => {
  builder
    .addMatcher(isSent, (state, action) => {
      for (const { response, at } of sentResponses('delivery', action)) {
        const delivery = parseDelivery(response);
        // Spec §7 names no content of this response. Without any, the record is not known yet.
        if (!delivery.box._id && !delivery.box.label) continue;
        const key = keyOf(delivery);
        const cached = state.byKey[key]?.value.find(({ _id }) => _id === delivery._id);
        if (isNewer(cached, delivery)) continue;
        upsertCachedDelivery(state, delivery, true, at);
        noteChange(state, key, at);
      }
    })
    .addMatcher(listVisitDeliveries.matchFulfilled, (state, { payload, meta }) => {
      const visitId = meta.arg.originalArgs;
      const known = state.byKey[visitId];
      const value = known && mayLackChange(known, meta) ? withKnown(payload, known.value) : payload;
      putCached(state, visitId, value, meta.fulfilledTimeStamp, MAX_VISITS);
    })
    .addMatcher(getDelivery.matchFulfilled, (state, { payload, meta }) => {
      if (mayLackChange(state.byKey[keyOf(payload)], meta)) return;
      upsertCachedDelivery(state, payload, !payload.visit, meta.fulfilledTimeStamp);
    });
});
