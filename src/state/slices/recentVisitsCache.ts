import { visitsApi } from '../../api/visitsApi';
import { createCacheSlice, putCached } from './cacheSlice';

/** The number of locations whose newest visits are cached. */
export const MAX_LOCATIONS = 1_000;

/** The ids of the newest visits of each location, newest first; the visits themselves are in `visitsCache`. */
export const recentVisitsCache = createCacheSlice<string[]>('recentVisitsCache', (builder) => {
  builder.addMatcher(visitsApi.endpoints.listVisits.matchFulfilled, (state, { payload, meta }) => {
    const { location } = meta.arg.originalArgs;
    if (!location) return;
    const ids = payload.map((visit) => visit._id);
    putCached(state, location, ids, meta.fulfilledTimeStamp, MAX_LOCATIONS);
  });
});
