import { createSlice } from '@reduxjs/toolkit';
import { connectivityChanged } from './actions';

export interface ConnectivityState {
  /** `navigator.onLine` (spec §4). Only the banner uses it; calls do not check it. */
  online: boolean;
}

const initialState: ConnectivityState = { online: true };

export const connectivitySlice = createSlice({
  name: 'connectivity',
  initialState,
  reducers: {},
  extraReducers: (build) => {
    build.addCase(connectivityChanged, (state, { payload }) => {
      state.online = payload.online;
    });
  },
  selectors: { selectOnline: (state) => state.online },
});

export const { selectOnline } = connectivitySlice.selectors;
