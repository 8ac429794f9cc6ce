import { createSlice } from '@reduxjs/toolkit';
import { connectivityChanged } from './actions';

export interface ConnectivityState {
  /**
   * Whether the browser reports a connection (spec §4). Screens show it and disable actions that need a connection. The
   * queue does not use it to decide whether a request is sent: see `queue.reachable`.
   */
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
