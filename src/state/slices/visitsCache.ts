import { createAction } from '@reduxjs/toolkit';
import { asApiError, isMissing } from '../../api/client/errors';
import { parseVisit } from '../../api/parsers/visit';
import { visitsApi } from '../../api/visitsApi';
import type { Visit } from '../../contract/visits';
import { RECENT_VISITS_SHOWN } from '../../domain/constants';
import { isLocalId } from '../../domain/ids';
import { isSubmitted } from '../../domain/visitRules';
import {
  type CacheState,
  createCacheSlice,
  isNewer,
  mayLackChange,
  noteChange,
  putAllCached,
  type ReadMeta,
} from './cacheSlice';
import { MAX_LOCATIONS } from './recentVisitsCache';
import { isSent, sentResponses } from './sentRecords';

/** Enough for the visits that the cards of all cached locations show. */
const MAX_VISITS = RECENT_VISITS_SHOWN * MAX_LOCATIONS;

const { getVisit, listVisits } = visitsApi.endpoints;

/**
 * Puts visits, except those that have only an id in the response (spec §7), and those that wait in the queue: Start
 * Visit continues them without a connection, and they are shown from there. Open visits are removed last, because a rep
 * may continue them without a connection.
 */
function putCompleteVisits(state: CacheState<Visit>, visits: readonly Visit[], savedAt: number): void {
  const complete = visits.filter(({ _id, location }) => _id && !isLocalId(_id) && location._id);
  const values = complete.map((visit) => [visit._id, visit] as const);
  putAllCached(state, values, savedAt, { max: MAX_VISITS, keepLonger: (known) => !isSubmitted(known) });
}

/**
 * Refusals say that these visits are submitted or missing: without a connection, Start Visit must not continue them. A
 * read that is under way may not know it yet. `at`: ms since 1970.
 */
export const visitsClosed = createAction<{ ids: readonly string[]; at: number }>('visitsCache/closed');

/** The visits of all responses, by id (spec §7). */
export const visitsCache = createCacheSlice<Visit>('visitsCache', (builder) => {
  const putRead = (state: CacheState<Visit>, visits: readonly Visit[], meta: ReadMeta) => {
    const newer = visits.filter(({ _id }) => !mayLackChange(state.byKey[_id], meta));
    putCompleteVisits(state, newer, meta.fulfilledTimeStamp);
  };
  builder
    .addCase(visitsClosed, (state, { payload: { ids, at } }) => {
      for (const id of ids) {
        const cached = state.byKey[id];
        if (cached) Object.assign(cached, { isClosed: true, changedAt: at });
      }
    })
    .addMatcher(isSent, (state, action) => {
      for (const { response, at } of sentResponses('visit', action)) {
        const visit = parseVisit(response);
        if (isNewer(state.byKey[visit._id]?.value, visit)) continue;
        putCompleteVisits(state, [visit], at);
        noteChange(state, visit._id, at);
      }
    })
    .addMatcher(getVisit.matchFulfilled, (state, { payload, meta }) => putRead(state, [payload], meta))
    .addMatcher(listVisits.matchFulfilled, (state, { payload, meta }) => putRead(state, payload, meta))
    // An older backup was restored: without a connection, Start Visit must not continue this visit.
    .addMatcher(getVisit.matchRejected, (state, { payload, meta }) => {
      if (isMissing(asApiError(payload))) delete state.byKey[meta.arg.originalArgs];
    });
});
