import { createSlice, isAnyOf, type PayloadAction } from '@reduxjs/toolkit';
import { cachesCleared, cachesForgotten } from './cacheSlice';
import { sessionDeactivated } from './sessionSlice';

/** 'success': the server recorded the change. 'warning': the change waits on this device. */
export type AlertKind = 'error' | 'warning' | 'info' | 'success';

/** A message in the page (role="alert"). It stays until dismissed, and so survives the navigation that follows it. */
export interface Alert {
  id: string;
  text: string;
  kind: AlertKind;
}

const alertsSlice = createSlice({
  name: 'alerts',
  initialState: [] as Alert[],
  reducers: {
    alertShown: {
      /** It replaces an earlier alert with the same text or id. */
      reducer: (alerts, { payload }: PayloadAction<Alert>) => [
        ...alerts.filter(({ id, text }) => text !== payload.text && id !== payload.id),
        payload,
      ],
      prepare: (text: string, kind: AlertKind, id: string) => ({ payload: { id, text, kind } }),
    },
    alertDismissed: (alerts, { payload: id }: PayloadAction<string>) => alerts.filter((alert) => alert.id !== id),
  },
  extraReducers: (builder) => {
    /** Nothing of this person will be sent any more, so no alert applies any more. */
    builder.addMatcher(isAnyOf(sessionDeactivated, cachesCleared, cachesForgotten), () => []);
  },
});

export const { alertShown, alertDismissed } = alertsSlice.actions;
export const alertsReducer = alertsSlice.reducer;
