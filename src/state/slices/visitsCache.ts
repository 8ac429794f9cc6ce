import { isAnyOf } from '@reduxjs/toolkit';
import { parseVisit } from '../../api/parsers/visit';
import { isQueued } from '../../api/client/writes';
import { visitsApi } from '../../api/visitsApi';
import type { Visit } from '../../contract/visits';
import { RECENT_VISITS_SHOWN } from '../../domain/constants';
import { isLocalId } from '../../domain/ids';
import { isSubmitted } from '../../domain/visitRules';
import { entryReplayed } from '../../offline/actions';
import { queuedCall } from '../../offline/queuedWrites';
import { type CacheState, createCacheSlice, putAllCached } from './cacheSlice';
import { isResponseOf } from './queuedResponse';
import { MAX_LOCATIONS } from './recentVisitsCache';

/** Enough for the visits that the cards of all cached locations show. */
const MAX_VISITS = RECENT_VISITS_SHOWN * MAX_LOCATIONS;

const { getVisit, listVisits } = visitsApi.endpoints;

/**
 * Puts visits, except those that have only an id in the response (spec §7), and those that wait in the queue: Start Visit
 * continues them without a connection, and they are shown from there. Open visits are removed last, because a rep
 * may continue them without a connection.
 */
function putCompleteVisits(state: CacheState<Visit>, visits: readonly Visit[], savedAt: number): void {
  const complete = visits.filter(({ _id, location }) => _id && !isLocalId(_id) && location._id);
  const values = complete.map((visit) => [visit._id, visit] as const);
  putAllCached(state, values, savedAt, { max: MAX_VISITS, keepLonger: (known) => !isSubmitted(known) });
}

/** The visits of all responses, by id (spec §7). */
export const visitsCache = createCacheSlice<Visit>('visitsCache', (builder) => {
  builder
    .addCase(entryReplayed, (state, { payload: { entry, response } }) => {
      if (queuedCall(entry.call).noun === 'visit') putCompleteVisits(state, [parseVisit(response)], entry.ts);
    })
    .addMatcher(isAnyOf(getVisit.matchFulfilled, isResponseOf('visit')), (state, { payload, meta }) => {
      if (!isQueued(payload)) putCompleteVisits(state, [payload], meta.fulfilledTimeStamp);
    })
    .addMatcher(listVisits.matchFulfilled, (state, { payload, meta }) => {
      putCompleteVisits(state, payload, meta.fulfilledTimeStamp);
    });
});
