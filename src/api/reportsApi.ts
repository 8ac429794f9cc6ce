import type { ItemsUsageQuery, ItemUsage, OutcomeCounts, ReportQuery, RepProductivity } from '../contract/reports';
import { parseItemsUsage, parseOutcomeCounts, parseRepProductivity } from './parsers/report';
import { api } from './api';
import { allTag } from './tags';

export const reportsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getItemsUsage: build.query<ItemUsage[], ItemsUsageQuery>({
      query: (query) => ({ name: 'getItemsUsage', query: { ...query } }),
      transformResponse: parseItemsUsage,
      providesTags: [allTag('Reports')],
    }),
    getRepProductivity: build.query<RepProductivity[], ReportQuery>({
      query: (query) => ({ name: 'getRepProductivity', query }),
      transformResponse: parseRepProductivity,
      providesTags: [allTag('Reports')],
    }),
    getOutcomes: build.query<OutcomeCounts, ReportQuery>({
      query: (query) => ({ name: 'getOutcomes', query }),
      transformResponse: parseOutcomeCounts,
      providesTags: [allTag('Reports')],
    }),
  }),
});

export const { useGetItemsUsageQuery, useGetRepProductivityQuery, useGetOutcomesQuery } = reportsApi;
