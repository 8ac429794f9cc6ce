import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { ApiError } from '../../api/client/errors';

/** The progress of fetching the data for a day without signal. */
export interface OfflineReadinessState {
  status: 'idle' | 'fetching' | 'failed';
  /** Parts fetched and parts in all. */
  done: number;
  total: number;
  failure: ApiError | null;
}

const initialState: OfflineReadinessState = { status: 'idle', done: 0, total: 0, failure: null };

const offlineReadinessSlice = createSlice({
  name: 'offlineReadiness',
  initialState,
  reducers: {
    prefetchStarted: (_, { payload: total }: PayloadAction<number>) => ({
      ...initialState,
      status: 'fetching' as const,
      total,
    }),
    prefetchPartFetched: (day, { payload: total }: PayloadAction<number>) => {
      day.done += 1;
      day.total = total;
    },
    prefetchFinished: (day) => {
      day.status = 'idle';
    },
    prefetchFailed: (day, { payload: failure }: PayloadAction<ApiError | null>) => {
      day.status = 'failed';
      day.failure = failure;
    },
  },
});

export const { prefetchStarted, prefetchPartFetched, prefetchFinished, prefetchFailed } = offlineReadinessSlice.actions;
export const offlineReadinessReducer = offlineReadinessSlice.reducer;
