import { createSlice, isAnyOf, type PayloadAction } from '@reduxjs/toolkit';
import { cachesCleared, cachesForgotten } from './cacheSlice';
import { sessionDeactivated } from './sessionSlice';

/** 'success': the server recorded the change. 'warning': the change waits on this device. */
export type AlertKind = 'error' | 'warning' | 'info' | 'success';

/** A message in the page (role="alert"). It stays through the navigation that follows, until it is dismissed. */
export interface Alert {
  /** Of a saved change: the id of its queue entry. */
  id: string;
  text: string;
  kind: AlertKind;
  /** The action that the alert is about. Removed when the action begins again and when the screen changes. */
  action?: string | undefined;
}

const alertsSlice = createSlice({
  name: 'alerts',
  initialState: [] as Alert[],
  reducers: {
    alertShown: {
      /** An alert with the same text replaces the earlier one. */
      reducer: (alerts, { payload }: PayloadAction<Alert>) => [
        ...alerts.filter((alert) => alert.text !== payload.text),
        payload,
      ],
      prepare: (text: string, kind: AlertKind, id: string, action?: string) => ({
        payload: { id, text, kind, action },
      }),
    },
    /** Removes the alert with this id, or those of this action. */
    alertDismissed: (alerts, { payload }: PayloadAction<string>) =>
      alerts.filter(({ id, action }) => id !== payload && action !== payload),
  },
  extraReducers: (builder) => {
    /** Nothing of this person will be sent any more, so no alert applies any more. */
    builder.addMatcher(isAnyOf(sessionDeactivated, cachesCleared, cachesForgotten), () => []);
  },
});

export const { alertShown, alertDismissed } = alertsSlice.actions;
export const alertsReducer = alertsSlice.reducer;
