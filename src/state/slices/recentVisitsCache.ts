import { asApiError, isMissing } from '../../api/client/errors';
import { visitsApi } from '../../api/visitsApi';
import { createCacheSlice, putCached } from './cacheSlice';

/** The number of locations whose newest visits are cached. */
export const MAX_LOCATIONS = 1_000;

const { getVisit, listVisits } = visitsApi.endpoints;

/** The ids of the newest visits of each location, newest first; the visits themselves are in `visitsCache`. */
export const recentVisitsCache = createCacheSlice<string[]>('recentVisitsCache', (builder) => {
  builder
    .addMatcher(listVisits.matchFulfilled, (state, { payload, meta }) => {
      const { location } = meta.arg.originalArgs;
      if (!location) return;
      const ids = payload.map((visit) => visit._id);
      putCached(state, location, ids, meta.fulfilledTimeStamp, MAX_LOCATIONS);
    })
    .addMatcher(getVisit.matchRejected, (state, { payload, meta }) => {
      if (!isMissing(asApiError(payload))) return;
      for (const cached of Object.values(state.byKey)) {
        cached.value = cached.value.filter((id) => id !== meta.arg.originalArgs);
      }
    });
});
