import { useEffect } from 'react';
import { takenDeliveriesApi } from '../../api/takenDeliveriesApi';
import { LAST_TAKEN_CHARS_MAX, LAST_TAKEN_REFRESHES_WHEN_FULL } from '../../domain/constants';
import { dayStartMs } from '../../domain/dates';
import { recordable } from '../../recording/core/intents';
import { FETCH_ANEW, heldLocations, isBetween } from '../offlineReadiness/prefetchForOffline';
import { useOfflineReadiness } from '../offlineReadiness/offlineReadiness';
import { useConnectivity } from '../device/connectivity';
import { useAppDispatch, useAppSelector } from '../root/hooks';
import type { RootState } from '../root/rootReducer';
import type { AppThunk } from '../root/types';

/** The locations that were not fetched since `dayStart`: those never fetched first, then the oldest. */
function staleLocations(state: RootState, dayStart: number, now: number): string[] {
  const savedAt = (id: string) => state.lastTakenCache.byKey[id]?.savedAt ?? null;
  return heldLocations(state)
    .map(({ _id }) => _id)
    .filter((id) => !isBetween(dayStart, savedAt(id), now))
    .sort((a, b) => (savedAt(a) ?? 0) - (savedAt(b) ?? 0));
}

/**
 * Fetches the last deliveries of each location, one location after the other, except those fetched since `dayStart` (ms
 * since 1970). Once the cache is full, it adds no location and refreshes a limited number of the oldest ones. It stops
 * at the first failure, and when `prefetchForOffline` starts.
 */
export const prefetchLastTaken = recordable(
  'prefetchLastTaken',
  (dayStart: number): AppThunk<Promise<void>> =>
    async (dispatch, getState, { now }) => {
      const charsOf = (id: string) => JSON.stringify(getState().lastTakenCache.byKey[id] ?? '').length;
      let chars = JSON.stringify(getState().lastTakenCache.byKey).length;
      let refreshes = LAST_TAKEN_REFRESHES_WHEN_FULL;
      for (const id of staleLocations(getState(), dayStart, now())) {
        const isFull = chars > LAST_TAKEN_CHARS_MAX;
        const isCached = getState().lastTakenCache.byKey[id] !== undefined;
        if (isFull && !isCached) continue;
        if (isFull && refreshes-- === 0) return;
        chars -= charsOf(id);
        const { error } = await dispatch(takenDeliveriesApi.endpoints.listTakenDeliveries.initiate(id, FETCH_ANEW));
        if (error || getState().offlineReadiness.status === 'fetching') return;
        chars += charsOf(id);
      }
    },
);

/**
 * Fetches the last deliveries of the locations after the other data for a day without signal, and after the first read
 * of the queue, at most 1 s: thousands of changes take a while, and the screens show their number first.
 */
export function useFetchTaken(): void {
  const dispatch = useAppDispatch();
  const { online } = useConnectivity();
  const mayFetch = useAppSelector(({ session, queue }) => session.verified && queue.status !== 'loading');
  const { status, savedAt } = useOfflineReadiness();
  const isTime = mayFetch && online && status === 'idle' && savedAt !== null;
  useEffect(() => {
    if (isTime) void dispatch(prefetchLastTaken(dayStartMs(new Date())));
  }, [dispatch, isTime, savedAt]);
}

/** The number of locations whose last deliveries are on the device. */
export function useTakenCount(): number {
  return useAppSelector((state) => heldLocations(state).filter(({ _id }) => state.lastTakenCache.byKey[_id]).length);
}
