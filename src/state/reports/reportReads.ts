import { useGetItemsUsageQuery, useGetOutcomesQuery, useGetRepProductivityQuery } from '../../api/reportsApi';
import type { ItemUsage, OutcomeCounts, RepProductivity, ReportQuery } from '../../contract/reports';
import type { CacheState, CachedValue } from '../slices/cacheSlice';
import { type CachedReport, reportKey } from '../slices/reportCaches';
import { useAppSelector } from '../root/hooks';
import { type QueryResult, type CachedQuery, mergeWithCache } from '../reads/cachedQuery';

/** The dashboard's reads: the server's response, else the device's last copy, each with the filters of its request. */

/** The filters of the dashboard. */
export interface ReportAsked {
  query: ReportQuery;
  /** The range is relative to today: without a connection the newest cached range replaces it. */
  isRelative: boolean;
}

function newestOf<T>(
  cache: CacheState<CachedReport<T>>,
  location: string | undefined,
): CachedValue<CachedReport<T>> | undefined {
  const ofLocation = Object.values(cache.byKey).filter(({ value }) => value.query.location === location);
  return ofLocation.sort((a, b) => b.savedAt - a.savedAt)[0];
}

function cachedFor<T>(
  cache: CacheState<CachedReport<T>>,
  asked: ReportAsked,
  failed: boolean,
): CachedValue<CachedReport<T>> | undefined {
  const exact = cache.byKey[reportKey(asked.query)];
  return exact ?? (failed && asked.isRelative ? newestOf(cache, asked.query.location) : undefined);
}

function reportRead<T>(
  state: QueryResult<T>,
  cache: CacheState<CachedReport<T>>,
  asked: ReportAsked,
): CachedQuery<CachedReport<T>> {
  const { currentData: response } = state;
  const current = response === undefined ? undefined : { query: asked.query, response };
  return mergeWithCache(
    { ...state, currentData: current },
    cachedFor(cache, asked, state.error !== undefined),
    'unreachable',
  );
}

/** The most used items. */
export function useItemsUsageRead(asked: ReportAsked): CachedQuery<CachedReport<ItemUsage[]>> {
  return reportRead(
    useGetItemsUsageQuery(asked.query),
    useAppSelector((state) => state.itemsUsageCache),
    asked,
  );
}

/** What each rep did. */
export function useRepProductivityRead(asked: ReportAsked): CachedQuery<CachedReport<RepProductivity[]>> {
  return reportRead(
    useGetRepProductivityQuery(asked.query),
    useAppSelector((state) => state.repProductivityCache),
    asked,
  );
}

/** The submitted visits by outcome. */
export function useOutcomesRead(asked: ReportAsked): CachedQuery<CachedReport<OutcomeCounts>> {
  return reportRead(
    useGetOutcomesQuery(asked.query),
    useAppSelector((state) => state.outcomesCache),
    asked,
  );
}
