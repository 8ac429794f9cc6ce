import { useEffect } from 'react';
import { takenDeliveriesApi } from '../../api/takenDeliveriesApi';
import { LAST_TAKEN_CHARS_MAX } from '../../domain/constants';
import { dayStartMs } from '../../domain/dates';
import { recordable } from '../../recording/core/intents';
import { ALL_KEY } from '../slices/itemsCache';
import { isBetween } from '../offlineReadiness/prefetchForOffline';
import { useOfflineReadiness } from '../offlineReadiness/offlineReadiness';
import { useConnectivity } from '../device/connectivity';
import { useAppDispatch, useAppSelector } from '../root/hooks';
import type { RootState } from '../root/rootReducer';
import type { AppThunk } from '../root/types';

const fresh = { forceRefetch: true, subscribe: false } as const;
const locationsOf = (state: RootState) => state.locationsCache.byKey[ALL_KEY]?.value ?? [];

/**
 * Fetches what each location took last, one after the other, but what was fetched since `dayStart` (ms since 1970). It
 * ends at the first failure, once the device holds enough, and when the day is being fetched anew.
 */
export const prefetchLastTaken = recordable(
  'prefetchLastTaken',
  (dayStart: number): AppThunk<Promise<void>> =>
    async (dispatch, getState, { now }) => {
      const keptOf = (id: string) => getState().lastTakenCache.byKey[id];
      let chars = JSON.stringify(getState().lastTakenCache.byKey).length;
      for (const { _id } of locationsOf(getState())) {
        if (isBetween(dayStart, keptOf(_id)?.savedAt ?? null, now())) continue;
        const { error } = await dispatch(takenDeliveriesApi.endpoints.listTakenDeliveries.initiate(_id, fresh));
        chars += JSON.stringify(keptOf(_id) ?? '').length;
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
  return useAppSelector((state) => locationsOf(state).filter(({ _id }) => state.lastTakenCache.byKey[_id]).length);
}
