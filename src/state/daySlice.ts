import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { ApiFailure } from '../api/failures';

/** How far fetching everything that a day without signal needs has come. */
export interface DayState {
  status: 'idle' | 'fetching' | 'failed';
  /** Parts fetched and parts in all. */
  done: number;
  total: number;
  failure: ApiFailure | null;
}

const initialState: DayState = { status: 'idle', done: 0, total: 0, failure: null };

const daySlice = createSlice({
  name: 'day',
  initialState,
  reducers: {
    dayFetchStarted: (_, { payload: total }: PayloadAction<number>): DayState => ({
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
  },
});

export const { dayFetchStarted, dayPartFetched, dayFetchFinished, dayFetchFailed } = daySlice.actions;
export const dayReducer = daySlice.reducer;
