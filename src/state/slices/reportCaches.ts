import type { UnknownAction } from '@reduxjs/toolkit';
import { reportsApi } from '../../api/reportsApi';
import type { ItemUsage, OutcomeCounts, RepProductivity, ReportQuery } from '../../contract/reports';
import { type CacheState, createCacheSlice, putCached } from './cacheSlice';

const MAX_RANGES = 12;

/** A response to a dashboard call, with the filters of its request. */
export interface CachedReport<T> {
  query: ReportQuery;
  response: T;
}

/** One key per range and location. */
export function reportKey({ from = '', to = '', location = '' }: ReportQuery): string {
  return [from, to, location].join('|');
}

/** The response to one of the dashboard's calls. */
interface ReportFetched<T> extends UnknownAction {
  payload: T;
  meta: { arg: { originalArgs: ReportQuery }; fulfilledTimeStamp: number };
}

/** The last responses to one call, shown without a connection. */
const reportCache = <T>(name: string, isFetched: (action: UnknownAction) => action is ReportFetched<T>) =>
  createCacheSlice<CachedReport<T>>(name, (builder) => {
    builder.addMatcher(isFetched, (state, { payload: response, meta }) => {
      const query = meta.arg.originalArgs;
      putCached(
        state as CacheState<CachedReport<T>>,
        reportKey(query),
        { query, response },
        meta.fulfilledTimeStamp,
        MAX_RANGES,
      );
    });
  });

const { getItemsUsage, getRepProductivity, getOutcomes } = reportsApi.endpoints;

export const itemsUsageCache = reportCache<ItemUsage[]>('itemsUsageCache', getItemsUsage.matchFulfilled);
export const repProductivityCache = reportCache<RepProductivity[]>(
  'repProductivityCache',
  getRepProductivity.matchFulfilled,
);
export const outcomesCache = reportCache<OutcomeCounts>('outcomesCache', getOutcomes.matchFulfilled);
