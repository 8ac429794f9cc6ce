import { isAnyOf } from '@reduxjs/toolkit';
import { parseVisit } from '../../api/parsers/visit';
import { isQueued } from '../../api/client/writes';
import { visitsApi } from '../../api/visitsApi';
import type { Visit } from '../../contract/visits';
import { RECENT_VISITS_SHOWN } from '../../domain/constants';
import { isSubmitted } from '../../domain/visitRules';
import { entryReplayed } from '../../offline/actions';
import { rowOf } from '../../offline/queuedWrites';
import { type CacheState, createCacheSlice, putCached } from './cacheSlice';
import { MAX_LOCATIONS } from './recentVisitsCache';

/** Room for the visits that every kept location's card shows. */
const MAX_VISITS = RECENT_VISITS_SHOWN * MAX_LOCATIONS;

const { getVisit, listVisits, startVisit, submitVisit, updateVisit } = visitsApi.endpoints;

/**
 * Puts a visit, unless the response holds no more than its id (spec §7). Open visits are removed last: work without a
 * connection goes on in them.
 */
function putCompleteVisit(state: CacheState<Visit>, visit: Visit, savedAt: number): void {
  if (!visit._id || !visit.location._id) return;
  putCached(state, visit._id, visit, savedAt, MAX_VISITS, (known) => !isSubmitted(known));
}

/** The visits of all responses, by id (spec §7). */
export const visitsCache = createCacheSlice<Visit>('visitsCache', (builder) => {
  builder
    .addCase(entryReplayed, (state, { payload: { entry, response } }) => {
      if (rowOf(entry.call).noun === 'visit') putCompleteVisit(state, parseVisit(response), entry.ts);
    })
    .addMatcher(
      isAnyOf(
        getVisit.matchFulfilled,
        startVisit.matchFulfilled,
        submitVisit.matchFulfilled,
        updateVisit.matchFulfilled,
      ),
      (state, { payload, meta }) => {
        if (!isQueued(payload)) putCompleteVisit(state, payload, meta.fulfilledTimeStamp);
      },
    )
    .addMatcher(listVisits.matchFulfilled, (state, { payload, meta }) => {
      for (const visit of payload) putCompleteVisit(state, visit, meta.fulfilledTimeStamp);
    });
});
