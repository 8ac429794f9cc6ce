import type { ApiMeta } from '../../api/client/apiBaseQuery';
import { itemsApi } from '../../api/itemsApi';
import type { Item } from '../../contract/items';
import { createCacheSlice } from './cacheSlice';

/** The only key of the caches that hold one list. */
export const ALL_KEY = 'all';

/** The items (spec §7: "result cached locally and the cache is used on failure"). */
export const itemsCache = createCacheSlice<Item[]>('itemsCache', (builder) => {
  builder.addMatcher(itemsApi.endpoints.listItems.matchFulfilled, (state, { payload, meta }) => {
    const pricesAsOf = (meta.baseQueryMeta as ApiMeta | undefined)?.servedAt ?? null;
    state.byKey[ALL_KEY] = { value: payload, savedAt: meta.fulfilledTimeStamp, pricesAsOf };
  });
});
