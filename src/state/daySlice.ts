import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { ApiFailure } from '../api/failures';

/** How far fetching everything that a day without signal needs has come. */
export interface DayState {
  status: 'idle' | 'fetching' | 'failed';
  /** Parts fetched and parts in all. */
  done: number;
  total: number;
  failure: ApiFailure | null;
  /** Whether what the locations took last is being fetched, after all else. */
  isFetchingTaken: boolean;
}

const initialState: DayState = { status: 'idle', done: 0, total: 0, failure: null, isFetchingTaken: false };

const daySlice = createSlice({
  name: 'day',
  initialState,
  reducers: {
    dayFetchStarted: (day, { payload: total }: PayloadAction<number>): DayState => ({
      ...day,
      status: 'fetching',
      done: 0,
      total,
      failure: null,
    }),
    dayPartFetched: (day, { payload: total }: PayloadAction<number>) => {
      day.done += 1;
      day.total = total;
    },
    dayFetchFinished: (day) => {
      day.status = 'idle';
    },
    dayFetchFailed: (day, { payload: failure }: PayloadAction<ApiFailure | null>) => {
      day.status = 'failed';
      day.failure = failure;
    },
    takenFetchStarted: (day) => {
      day.isFetchingTaken = true;
    },
    takenFetchEnded: (day) => {
      day.isFetchingTaken = false;
    },
  },
});

export const { dayFetchStarted, dayPartFetched, dayFetchFinished, dayFetchFailed, takenFetchStarted, takenFetchEnded } =
  daySlice.actions;
export const dayReducer = daySlice.reducer;
