import { boxesApi } from '../../api/boxesApi';
import type { Box } from '../../contract/boxes';
import { createCacheSlice, putCached } from './cacheSlice';
import { ALL_KEY } from './itemsCache';

const MAX_LOCATIONS = 5_000;

/**
 * The boxes of each location (spec §7), keyed by the location's id. The list of all locations' boxes fills every
 * location at once; `ALL_KEY` stores only the time of that fetch. The boxes of a location that is not in that list are
 * unknown: it may be newer. An empty list is ignored: a server may list the boxes of one location only.
 */
export const boxesCache = createCacheSlice<Box[]>('boxesCache', (builder) => {
  builder.addMatcher(boxesApi.endpoints.listBoxes.matchFulfilled, (state, { payload, meta }) => {
    const { location } = meta.arg.originalArgs;
    if (location) {
      putCached(state, location, payload, meta.fulfilledTimeStamp, MAX_LOCATIONS);
      return;
    }
    if (payload.length === 0) return;
    state.byKey = { [ALL_KEY]: { value: [], savedAt: meta.fulfilledTimeStamp } };
    for (const box of payload) {
      const known = state.byKey[box.location._id];
      if (known) known.value.push(box);
      else state.byKey[box.location._id] = { value: [box], savedAt: meta.fulfilledTimeStamp };
    }
  });
});
