import { locationsApi } from '../../api/locationsApi';
import type { Location } from '../../contract/locations';
import { createCacheSlice, putCached } from './cacheSlice';
import { ALL_KEY } from './itemsCache';

/** The unfiltered list of locations (spec §7). A search does not change it. */
export const locationsCache = createCacheSlice<Location[]>('locationsCache', (builder) => {
  builder.addMatcher(locationsApi.endpoints.listLocations.matchFulfilled, (state, { payload, meta }) => {
    if (!meta.arg.originalArgs.q) putCached(state, ALL_KEY, payload, meta.fulfilledTimeStamp, 1);
  });
});
