import type { ListVisitsQuery, StartVisitBody, SubmitVisitBody, UpdateVisitBody, Visit } from '../contract/visits';
import { isOwnVisit } from '../domain/visitOwner';
import { newestFirst } from '../domain/visitRules';
import { parseVisit } from './parsers/visit';
import { parseList } from './parsers/values';
import { api, unlessQueued } from './api';
import { invalidatesOnSuccess, invalidatesVisit, listTag, providesId } from './tags';
import type { Change, Queued, Write } from './client/writes';

/** `ownOf`: only the visits of this user reach the device, also from a server that ignores the filter by rep. */
interface VisitsRequest extends Omit<ListVisitsQuery, 'rep'> {
  ownOf?: { _id: string; name: string };
}

export const visitsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Starts a visit at a location, or continues the rep's open one there. */
    startVisit: build.mutation<Visit | Queued, Write<StartVisitBody>>({
      query: (write) => ({ name: 'startVisit', ...write }),
      transformResponse: unlessQueued(parseVisit),
      invalidatesTags: invalidatesOnSuccess(listTag('Visits')),
    }),
    /** Newest first by submittedAt, startedAt, createdAt (spec §7). */
    listVisits: build.query<Visit[], VisitsRequest>({
      query: ({ ownOf, ...query }) => ({
        name: 'listVisits',
        query: ownOf ? { ...query, rep: ownOf._id } : query,
      }),
      transformResponse: (raw: unknown, _meta, { ownOf }) => {
        const visits = newestFirst(parseList(raw, parseVisit));
        return ownOf ? visits.filter((visit) => isOwnVisit(visit, ownOf)) : visits;
      },
      providesTags: [listTag('Visits')],
    }),
    /** With a cache-busting timestamp (spec §7). */
    getVisit: build.query<Visit, string>({
      query: (id) => ({ name: 'getVisit', params: { id }, bustCache: true }),
      transformResponse: parseVisit,
      providesTags: providesId('Visits'),
    }),
    submitVisit: build.mutation<Visit | Queued, Change<SubmitVisitBody>>({
      query: ({ id, ...write }) => ({ name: 'submitVisit', params: { id }, ...write }),
      transformResponse: unlessQueued(parseVisit),
      invalidatesTags: invalidatesVisit,
    }),
    updateVisit: build.mutation<Visit | Queued, Change<UpdateVisitBody>>({
      query: ({ id, ...write }) => ({ name: 'updateVisit', params: { id }, ...write }),
      transformResponse: unlessQueued(parseVisit),
      invalidatesTags: invalidatesVisit,
    }),
  }),
});

export const { useListVisitsQuery, useStartVisitMutation, useSubmitVisitMutation, useUpdateVisitMutation } = visitsApi;
