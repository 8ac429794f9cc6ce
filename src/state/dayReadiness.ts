import { createSelector } from '@reduxjs/toolkit';
import { api } from '../api/api';
import { failureText } from '../api/failures';
import { named } from '../recording/intents';
import { WHOLE_LIST } from './caches/itemsCache';
import { fetchDay, isBetween } from './day';
import type { DayState } from './daySlice';
import { useAppSelector } from './hooks';
import type { RootState } from './rootReducer';
import type { AppThunk } from './storeTypes';

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
