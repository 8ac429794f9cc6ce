import { useGetItemsUsageQuery, useGetOutcomesQuery, useGetRepProductivityQuery } from '../api/reportsApi';
import type { ItemUsage, OutcomeCounts, RepProductivity, ReportQuery } from '../contract/reports';
import type { CacheState, Kept } from './caches/cacheSlice';
import { type Report, reportKey } from './caches/reportCaches';
import { useAppSelector } from './hooks';
import { type QueryResult, type Read, readOf } from './readState';

/** The dashboard's reads: the server's answer, else the device's last one, each with the filters it is about. */

/** What a person asks the dashboard for. */
export interface ReportAsked {
  query: ReportQuery;
  /** The range is the one that moves with today: without a connection the last one known may stand in. */
  slides: boolean;
}

function newestOf<T>(cache: CacheState<Report<T>>, location: string | undefined): Kept<Report<T>> | undefined {
  const ofLocation = Object.values(cache.byKey).filter(({ value }) => value.query.location === location);
  return ofLocation.sort((a, b) => b.savedAt - a.savedAt)[0];
}

function keptFor<T>(cache: CacheState<Report<T>>, asked: ReportAsked, failed: boolean): Kept<Report<T>> | undefined {
  const exact = cache.byKey[reportKey(asked.query)];
  return exact ?? (failed && asked.slides ? newestOf(cache, asked.query.location) : undefined);
}

function reportRead<T>(state: QueryResult<T>, cache: CacheState<Report<T>>, asked: ReportAsked): Read<Report<T>> {
  const { currentData: answer } = state;
  const current = answer === undefined ? undefined : { query: asked.query, answer };
  return readOf({ ...state, currentData: current }, keptFor(cache, asked, state.error !== undefined), 'unreachable');
}

/** The most used items. */
export function useItemsUsageRead(asked: ReportAsked): Read<Report<ItemUsage[]>> {
  return reportRead(
    useGetItemsUsageQuery(asked.query),
    useAppSelector((state) => state.itemsUsageCache),
    asked,
  );
}

/** What each rep did. */
export function useRepProductivityRead(asked: ReportAsked): Read<Report<RepProductivity[]>> {
  return reportRead(
    useGetRepProductivityQuery(asked.query),
    useAppSelector((state) => state.repProductivityCache),
    asked,
  );
}

/** The submitted visits by outcome. */
export function useOutcomesRead(asked: ReportAsked): Read<Report<OutcomeCounts>> {
  return reportRead(
    useGetOutcomesQuery(asked.query),
    useAppSelector((state) => state.outcomesCache),
    asked,
  );
}
