import { createSlice } from '@reduxjs/toolkit';
import { connectivityChanged } from './actions';

export interface ConnectivityState {
  /** The browser's word (spec §4). It decides what the banner says and nothing else: calls find out for themselves. */
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
