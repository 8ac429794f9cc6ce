import { deliveriesApi } from '../../api/deliveriesApi';
import { isQueued } from '../../api/queuedWrites';
import { readDelivery } from '../../api/answers/readDelivery';
import type { Delivery } from '../../contract/deliveries';
import { lastOfEachBox, type TakenDelivery, takenDelivery } from '../../domain/lastTaken';
import { entryReplayed } from '../../offline/actions';
import { rowOf } from '../../offline/queuedWrites';
import { type CacheState, createCacheSlice, keep } from './cacheSlice';

const MAX_LOCATIONS = 2000;

/** Adds a new delivery where the location's last ones are known. */
function addTaken(state: CacheState<TakenDelivery[]>, delivery: Delivery): void {
  const kept = state.byKey[delivery.location._id];
  const taken = takenDelivery(delivery);
  if (kept && taken) kept.value = lastOfEachBox([taken, ...kept.value]);
}

const { listTakenDeliveries, createDelivery } = deliveriesApi.endpoints;

/** What each box took last, by the location's id: for "Same as last time" without a connection. */
export const lastTakenCache = createCacheSlice<TakenDelivery[]>('lastTakenCache', (builder) => {
  builder
    .addCase(entryReplayed, (state, { payload: { entry, response } }) => {
      const { noun, kind } = rowOf(entry.call);
      if (noun === 'delivery' && kind === 'create') addTaken(state, readDelivery(response));
    })
    .addMatcher(listTakenDeliveries.matchFulfilled, (state, { payload, meta }) => {
      keep(state, meta.arg.originalArgs, payload, meta.fulfilledTimeStamp, MAX_LOCATIONS);
    })
    .addMatcher(createDelivery.matchFulfilled, (state, { payload }) => {
      if (!isQueued(payload)) addTaken(state, payload);
    });
});
