import { locationsApi } from '../../api/locationsApi';
import type { Location } from '../../contract/locations';
import { createCacheSlice, keep } from './cacheSlice';
import { WHOLE_LIST } from './itemsCache';

/** The unfiltered list of locations (spec §7); a search leaves it as it is. */
export const locationsCache = createCacheSlice<Location[]>('locationsCache', (builder) => {
  builder.addMatcher(locationsApi.endpoints.listLocations.matchFulfilled, (state, { payload, meta }) => {
    if (!meta.arg.originalArgs.q) keep(state, WHOLE_LIST, payload, meta.fulfilledTimeStamp, 1);
  });
});
