import { useEffect } from 'react';
import { takenDeliveriesApi } from '../../api/takenDeliveriesApi';
import { LAST_TAKEN_CHARS_MAX } from '../../domain/constants';
import { dayStartMs } from '../../domain/dates';
import { recordable } from '../../recording/core/intents';
import { FETCH_ANEW, heldLocations, isBetween } from '../offlineReadiness/prefetchForOffline';
import { useOfflineReadiness } from '../offlineReadiness/offlineReadiness';
import { useConnectivity } from '../device/connectivity';
import { useAppDispatch, useAppSelector } from '../root/hooks';
import type { AppThunk } from '../root/types';

/**
 * Fetches what each location took last, one location after the other. It skips those that were fetched since `dayStart`
 * (ms since 1970). It stops at the first failure, once the cache is full, and when
 * `prefetchForOffline` starts.
 */
export const prefetchLastTaken = recordable(
  'prefetchLastTaken',
  (dayStart: number): AppThunk<Promise<void>> =>
    async (dispatch, getState, { now }) => {
      const cachedOf = (id: string) => getState().lastTakenCache.byKey[id];
      let chars = JSON.stringify(getState().lastTakenCache.byKey).length;
      for (const { _id } of heldLocations(getState())) {
        if (isBetween(dayStart, cachedOf(_id)?.savedAt ?? null, now())) continue;
        const { error } = await dispatch(takenDeliveriesApi.endpoints.listTakenDeliveries.initiate(_id, FETCH_ANEW));
        chars += JSON.stringify(cachedOf(_id) ?? '').length;
        if (error || chars > LAST_TAKEN_CHARS_MAX || getState().offlineReadiness.status === 'fetching') return;
      }
    },
);

/** Has what the locations took last fetched after everything else that a day without signal needs. */
export function useFetchTaken(): void {
  const dispatch = useAppDispatch();
  const { online } = useConnectivity();
  const verified = useAppSelector((state) => state.session.verified);
  const { status, savedAt } = useOfflineReadiness();
  const isTime = online && verified && status === 'idle' && savedAt !== null;
  useEffect(() => {
    if (isTime) void dispatch(prefetchLastTaken(dayStartMs(new Date())));
  }, [dispatch, isTime, savedAt]);
}

/** Of how many of the locations the device knows what they took last. */
export function useTakenCount(): number {
  return useAppSelector((state) => heldLocations(state).filter(({ _id }) => state.lastTakenCache.byKey[_id]).length);
}
