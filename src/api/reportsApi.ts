import type { ItemsUsageQuery, ItemUsage, OutcomeCounts, ReportQuery, RepProductivity } from '../contract/reports';
import { readItemsUsage, readOutcomeCounts, readRepProductivity } from './answers/readReport';
import { api } from './api';

export const reportsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getItemsUsage: build.query<ItemUsage[], ItemsUsageQuery>({
      query: (query) => ({ name: 'getItemsUsage', query: { ...query } }),
      transformResponse: readItemsUsage,
      providesTags: ['Reports'],
    }),
    getRepProductivity: build.query<RepProductivity[], ReportQuery>({
      query: (query) => ({ name: 'getRepProductivity', query }),
      transformResponse: readRepProductivity,
      providesTags: ['Reports'],
    }),
    getOutcomes: build.query<OutcomeCounts, ReportQuery>({
      query: (query) => ({ name: 'getOutcomes', query }),
      transformResponse: readOutcomeCounts,
      providesTags: ['Reports'],
    }),
  }),
});

export const { useGetItemsUsageQuery, useGetRepProductivityQuery, useGetOutcomesQuery } = reportsApi;
