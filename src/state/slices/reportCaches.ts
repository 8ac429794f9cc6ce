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

function putReport<T>(
  state: CacheState<CachedReport<T>>,
  response: T,
  meta: { arg: { originalArgs: ReportQuery }; fulfilledTimeStamp: number },
): void {
  const query = meta.arg.originalArgs;
  putCached(state, reportKey(query), { query, response }, meta.fulfilledTimeStamp, MAX_RANGES);
}

const { getItemsUsage, getRepProductivity, getOutcomes } = reportsApi.endpoints;

/** The last responses to the dashboard's calls, shown without a connection: one cache per call. */
export const itemsUsageCache = createCacheSlice<CachedReport<ItemUsage[]>>('itemsUsageCache', (builder) => {
  builder.addMatcher(getItemsUsage.matchFulfilled, (state, { payload, meta }) => putReport(state, payload, meta));
});

export const repProductivityCache = createCacheSlice<CachedReport<RepProductivity[]>>(
  'repProductivityCache',
  (builder) => {
    builder.addMatcher(getRepProductivity.matchFulfilled, (state, { payload, meta }) =>
      putReport(state, payload, meta),
    );
  },
);

export const outcomesCache = createCacheSlice<CachedReport<OutcomeCounts>>('outcomesCache', (builder) => {
  builder.addMatcher(getOutcomes.matchFulfilled, (state, { payload, meta }) => putReport(state, payload, meta));
});
