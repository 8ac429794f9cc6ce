import { deliveriesApi } from '../../api/deliveriesApi';
import type { DeliveryPage, ListDeliveriesQuery } from '../../contract/deliveries';
import { createCacheSlice, putCached } from './cacheSlice';

const MAX_PAGES = 12;

/** One key per page of a filtered list, whatever the order in which the filters were set. */
export function deliveryPageKey(query: ListDeliveriesQuery): string {
  const { location = '', from = '', to = '', repId = '', repName = '', page = '', limit = '' } = query;
  return [location, from, to, repId, repName, page, limit].join('|');
}

/** The last pages of the deliveries list, so that it can be read without a connection. */
export const deliveryPagesCache = createCacheSlice<DeliveryPage>('deliveryPagesCache', (builder) => {
  builder.addMatcher(deliveriesApi.endpoints.listDeliveries.matchFulfilled, (state, { payload, meta }) => {
    putCached(state, deliveryPageKey(meta.arg.originalArgs), payload, meta.fulfilledTimeStamp, MAX_PAGES);
  });
});
