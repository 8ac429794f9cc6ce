import { isAnyOf } from '@reduxjs/toolkit';
import { readVisit } from '../../api/answers/readVisit';
import { isQueued } from '../../api/queuedWrites';
import { visitsApi } from '../../api/visitsApi';
import type { Visit } from '../../contract/visits';
import { entryReplayed } from '../../offline/queueActions';
import { type CacheState, createCacheSlice, keep } from './cacheSlice';

const MAX_VISITS = 300;

const { getVisit, listVisits, startVisit, submitVisit, updateVisit, updateVisitNote } = visitsApi.endpoints;

const VISIT_WRITES = new Set(['startVisit', 'submitVisit', 'updateVisit']);

/** An answer may name no more than the visit's id (spec §7); such a one is no visit to show. */
function keepWhole(state: CacheState<Visit>, visit: Visit, savedAt: number): void {
  if (visit._id && visit.location._id) keep(state, visit._id, visit, savedAt, MAX_VISITS);
}

/** Each visit the server answered with, by id (spec §7). */
export const visitsCache = createCacheSlice<Visit>('visitsCache', (builder) => {
  builder
    .addCase(entryReplayed, (state, { payload: { head, answer } }) => {
      if (VISIT_WRITES.has(head.call)) keepWhole(state, readVisit(answer), head.ts);
    })
    .addMatcher(
      isAnyOf(
        getVisit.matchFulfilled,
        startVisit.matchFulfilled,
        submitVisit.matchFulfilled,
        updateVisit.matchFulfilled,
        updateVisitNote.matchFulfilled,
      ),
      (state, { payload, meta }) => {
        if (!isQueued(payload)) keepWhole(state, payload, meta.fulfilledTimeStamp);
      },
    )
    .addMatcher(listVisits.matchFulfilled, (state, { payload, meta }) => {
      for (const visit of payload) keepWhole(state, visit, meta.fulfilledTimeStamp);
    });
});
