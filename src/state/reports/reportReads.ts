import { useGetItemsUsageQuery, useGetOutcomesQuery, useGetRepProductivityQuery } from '../../api/reportsApi';
import type { ItemUsage, OutcomeCounts, RepProductivity, ReportQuery } from '../../contract/reports';
import type { CacheState, CachedValue } from '../slices/cacheSlice';
import { type CachedReport, reportKey } from '../slices/reportCaches';
import { useAppSelector } from '../root/hooks';
import type { RootState } from '../root/rootReducer';
import { type QueryResult, type CachedQuery, mergeWithCache } from '../reads/cachedQuery';

/** The dashboard's reads: the server's response, else the device's last copy, each with the filters of its request. */

type CachedReportAt<T> = CachedValue<CachedReport<T>>;
type ReportCache<T> = CacheState<CachedReport<T>>;

/** The filters of the dashboard. */
export interface ReportRequest {
  query: ReportQuery;
  /** The range is relative to today: without a connection the newest cached range replaces it. */
  isRelative: boolean;
}

/** The newest cached report of a location, whatever its range. */
function newestOf<T>({ byKey }: ReportCache<T>, location: string | undefined): CachedReportAt<T> | undefined {
  const ofLocation = Object.values(byKey).filter(({ value }) => value.query.location === location);
  return ofLocation.sort((a, b) => b.savedAt - a.savedAt)[0];
}

function useReportRead<T>(
  state: QueryResult<T>,
  cacheIn: (state: RootState) => ReportCache<T>,
  { query, isRelative }: ReportRequest,
): CachedQuery<CachedReport<T>> {
  const cache = useAppSelector(cacheIn);
  const { currentData: response, error } = state;
  const isFailed = error !== undefined;
  const cached =
    cache.byKey[reportKey(query)] ?? (isFailed && isRelative ? newestOf(cache, query.location) : undefined);
  const currentData = response === undefined ? undefined : { query, response };
  return mergeWithCache({ ...state, currentData }, cached, 'unreachable');
}

/** The most used items. */
export const useItemsUsageRead = (request: ReportRequest): CachedQuery<CachedReport<ItemUsage[]>> =>
  useReportRead(useGetItemsUsageQuery(request.query), (state) => state.itemsUsageCache, request);

/** What each rep did. */
export const useRepProductivityRead = (request: ReportRequest): CachedQuery<CachedReport<RepProductivity[]>> =>
  useReportRead(useGetRepProductivityQuery(request.query), (state) => state.repProductivityCache, request);

/** The submitted visits by outcome. */
export const useOutcomesRead = (request: ReportRequest): CachedQuery<CachedReport<OutcomeCounts>> =>
  useReportRead(useGetOutcomesQuery(request.query), (state) => state.outcomesCache, request);
