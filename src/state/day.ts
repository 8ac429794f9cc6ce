import { createSelector } from '@reduxjs/toolkit';
import { useCallback } from 'react';
import { api } from '../api/api';
import { boxesApi } from '../api/boxesApi';
import { asFailure, failureText } from '../api/failures';
import { itemsApi } from '../api/itemsApi';
import { locationsApi } from '../api/locationsApi';
import { named } from '../recording/intents';
import { WHOLE_LIST } from './caches/itemsCache';
import { type DayState, dayFetchFailed, dayFetchFinished, dayFetchStarted, dayPartFetched } from './daySlice';
import { useAppDispatch, useAppSelector } from './hooks';
import type { RootState } from './rootReducer';
import type { AppThunk } from './storeTypes';

/** Items, locations, and the boxes of all locations in one call. */
const PARTS = 3;

const fresh = { forceRefetch: true, subscribe: false } as const;

/** Locations whose boxes this device does not hold. */
function locationsWithoutBoxes({ locationsCache, boxesCache }: RootState): string[] {
  if (boxesCache.byKey[WHOLE_LIST]) return [];
  const locations = locationsCache.byKey[WHOLE_LIST]?.value ?? [];
  return locations.map(({ _id }) => _id).filter((id) => !boxesCache.byKey[id]);
}

/** Not from before, nor from a future that a device's wrong clock once noted. */
const isBetween = (since: number, savedAt: number | null, now: number) =>
  savedAt !== null && since <= savedAt && savedAt <= now;

/**
 * Fetches everything that a day without signal needs; but what was saved since `heldSince` (ms since 1970), if given.
 * A server that does not list the boxes of all locations at once is asked for each location.
 */
export const fetchDay = named(
  'fetchDay',
  (heldSince?: number): AppThunk<Promise<void>> =>
    async (dispatch, getState, { now }) => {
      if (getState().day.status === 'fetching') return;
      dispatch(dayFetchStarted(PARTS));
      const isHeld = (cache: 'itemsCache' | 'locationsCache' | 'boxesCache') =>
        heldSince !== undefined && isBetween(heldSince, getState()[cache].byKey[WHOLE_LIST]?.savedAt ?? null, now());
      const parts = [
        { cache: 'itemsCache', fetch: () => dispatch(itemsApi.endpoints.listItems.initiate(undefined, fresh)) },
        { cache: 'locationsCache', fetch: () => dispatch(locationsApi.endpoints.listLocations.initiate({}, fresh)) },
      ] as const;
      for (const { cache, fetch } of parts) {
        const error = isHeld(cache) ? undefined : (await fetch()).error;
        if (error) {
          dispatch(dayFetchFailed(asFailure(error)));
          return;
        }
        dispatch(dayPartFetched(PARTS));
      }
      if (!isHeld('boxesCache')) {
        const all = await dispatch(boxesApi.endpoints.listBoxes.initiate({}, fresh));
        if (all.error && getState().boxesCache.byKey[WHOLE_LIST]) {
          dispatch(dayFetchFailed(asFailure(all.error)));
          return;
        }
        const missing = all.error || all.data?.length === 0 ? locationsWithoutBoxes(getState()) : [];
        for (const location of missing) {
          const { error } = await dispatch(boxesApi.endpoints.listBoxes.initiate({ location }, fresh));
          if (error) {
            dispatch(dayFetchFailed(asFailure(error)));
            return;
          }
          dispatch(dayPartFetched(PARTS + missing.length));
        }
      }
      dispatch(dayFetchFinished());
    },
);

/**
 * At the app's start: fetches what of the day is missing or from another day, after what the first screen itself has
 * asked for. `dayStart`: when the user's day began, ms since 1970; told, since who replays a recording may live in
 * another time zone.
 */
export const readyDay = named(
  'readyDay',
  (dayStart: number): AppThunk<Promise<void>> =>
    async (dispatch, getState, { now }) => {
      await Promise.allSettled(dispatch(api.util.getRunningQueriesThunk()));
      const isOfToday = isBetween(dayStart, dayReadinessOf(getState()).savedAt, now());
      if (getState().session.verified && !isOfToday) await dispatch(fetchDay(dayStart));
    },
);

/** What of a day without signal this device holds. */
export interface DayReadiness extends Omit<DayState, 'failure'> {
  ready: boolean;
  /** What is missing, in words; empty when ready. */
  missing: string[];
  locations: number;
  /** Why the last fetch failed, in words; `null` when it did not. */
  wentWrong: string | null;
  /** The age of the oldest part, ms since 1970; `null` while something is missing. */
  savedAt: number | null;
}

const partsOf = {
  day: (state: RootState) => state.day,
  items: (state: RootState) => state.itemsCache.byKey[WHOLE_LIST],
  locations: (state: RootState) => state.locationsCache.byKey[WHOLE_LIST],
  boxes: (state: RootState) => state.boxesCache.byKey,
};

/** "Ready offline · 214 locations · 07:42", or what is missing. */
export const dayReadinessOf = createSelector(
  [partsOf.day, partsOf.items, partsOf.locations, partsOf.boxes],
  (day, items, locations, boxes): DayReadiness => {
    const held = locations?.value ?? [];
    const boxesHeld = boxes[WHOLE_LIST] ? held.length : held.filter(({ _id }) => boxes[_id]).length;
    const missing = [
      ...(items ? [] : ['items']),
      ...(locations ? [] : ['locations']),
      ...(locations && boxesHeld === held.length ? [] : ['boxes']),
    ];
    const ages = [items, locations, boxes[WHOLE_LIST]].flatMap((part) => (part ? [part.savedAt] : []));
    const ready = missing.length === 0;
    const { failure, ...progress } = day;
    const wentWrong = failure && failureText(failure);
    return {
      ...progress,
      wentWrong,
      ready,
      missing,
      locations: held.length,
      savedAt: ready ? Math.min(...ages) : null,
    };
  },
);

export function useDayReadiness(): DayReadiness {
  return useAppSelector(dayReadinessOf);
}

/** Fetches the day on demand. */
export function useFetchDay(): () => void {
  const dispatch = useAppDispatch();
  return useCallback(() => void dispatch(fetchDay()), [dispatch]);
}
