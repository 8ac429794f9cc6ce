import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { authApi } from '../../api/authApi';

/** The state of the device and of the app on it. */
export interface DeviceState {
  /** A newer version of the app is on the device and takes over with the next reload. */
  updateReady: boolean;
  /** The server's clock minus this one's, ms; `null` while no server has sent its time. */
  clockOffMs: number | null;
  /** Bytes the browser would still give this app; `null` where it does not say. */
  spaceLeftBytes: number | null;
  /** Whether the browser promised not to clear this app's storage; `null` where it does not say. */
  storagePersisted: boolean | null;
  /** The person has read that the app is safer installed. */
  installHintRead: boolean;
}

const initialState: DeviceState = {
  updateReady: false,
  clockOffMs: null,
  spaceLeftBytes: null,
  storagePersisted: null,
  installHintRead: false,
};

/** The fields that are stored across a restart. */
export const PERSISTED_DEVICE_KEYS: (keyof DeviceState)[] = ['installHintRead'];

const deviceSlice = createSlice({
  name: 'device',
  initialState,
  reducers: {
    updateBecameReady: (device) => {
      device.updateReady = true;
    },
    storageMeasured: (device, { payload }: PayloadAction<Pick<DeviceState, 'spaceLeftBytes' | 'storagePersisted'>>) => {
      Object.assign(device, payload);
    },
    installHintRead: (device) => {
      device.installHintRead = true;
    },
  },
  extraReducers: (builder) => {
    builder.addMatcher(authApi.endpoints.getHealth.matchFulfilled, (device, { payload, meta }) => {
      const serverNow = Date.parse(payload.now);
      if (!Number.isNaN(serverNow)) device.clockOffMs = serverNow - meta.fulfilledTimeStamp;
    });
  },
});

export const { updateBecameReady, storageMeasured, installHintRead } = deviceSlice.actions;
export const deviceReducer = deviceSlice.reducer;
