import { createSelector } from '@reduxjs/toolkit';
import { useCallback } from 'react';
import { api } from '../../api/api';
import { errorMessage } from '../../api/client/errors';
import { recordable } from '../../recording/core/intents';
import { ALL_KEY } from '../slices/itemsCache';
import { prefetchForOffline, isBetween } from './prefetchForOffline';
import type { OfflineReadinessState } from '../slices/offlineReadinessSlice';
import { useAppDispatch, useAppSelector } from '../root/hooks';
import type { RootState } from '../root/rootReducer';
import type { AppThunk } from '../root/types';

/**
 * At the app's start: fetches data that is missing or was saved on another day, after the first screen's own requests.
 * `dayStart`: the start of the user's day, ms since 1970. It is an argument, because a recording may be replayed in
 * another time zone.
 */
export const prefetchIfStale = recordable(
  'prefetchIfStale',
  (dayStart: number): AppThunk<Promise<void>> =>
    async (dispatch, getState, { now }) => {
      await Promise.allSettled(dispatch(api.util.getRunningQueriesThunk()));
      const isOfToday = isBetween(dayStart, offlineReadinessOf(getState()).savedAt, now());
      if (getState().session.verified && !isOfToday) await dispatch(prefetchForOffline(dayStart));
    },
);

/** The data on this device for a day without signal. */
export interface OfflineReadiness extends Omit<OfflineReadinessState, 'failure'> {
  ready: boolean;
  /** The missing parts as texts; empty when ready. */
  missing: string[];
  locations: number;
  /** The error message of the last fetch; `null` when it succeeded. */
  wentWrong: string | null;
  /** The age of the oldest part, ms since 1970; `null` while something is missing. */
  savedAt: number | null;
}

/** The status: "Ready offline · 214 locations · 07:42", or the missing parts. */
export const offlineReadinessOf = createSelector(
  [
    (state: RootState) => state.offlineReadiness,
    (state: RootState) => state.itemsCache.byKey[ALL_KEY],
    (state: RootState) => state.locationsCache.byKey[ALL_KEY],
    (state: RootState) => state.boxesCache.byKey,
  ],
  ({ failure, ...progress }, items, locations, boxes): OfflineReadiness => {
    const held = locations?.value ?? [];
    const boxesHeld = boxes[ALL_KEY] ? held.length : held.filter(({ _id }) => boxes[_id]).length;
    const missing = [
      ...(items ? [] : ['items']),
      ...(locations ? [] : ['locations']),
      ...(locations && boxesHeld === held.length ? [] : ['boxes']),
    ];
    const ages = [items, locations, boxes[ALL_KEY]].flatMap((part) => (part ? [part.savedAt] : []));
    const ready = missing.length === 0;
    return {
      ...progress,
      wentWrong: failure && errorMessage(failure),
      ready,
      missing,
      locations: held.length,
      savedAt: ready ? Math.min(...ages) : null,
    };
  },
);

export function useOfflineReadiness(): OfflineReadiness {
  return useAppSelector(offlineReadinessOf);
}

/** Returns a function that fetches all of it. */
export function usePrefetchForOffline(): () => void {
  const dispatch = useAppDispatch();
  return useCallback(() => void dispatch(prefetchForOffline()), [dispatch]);
}
