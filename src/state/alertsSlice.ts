import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

export type AlertKind = 'error' | 'info' | 'success';

/** A message in the page (role="alert"). It stays until dismissed and so survives the navigation that follows it. */
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
      /** The same text again replaces the one that stands there. */
      reducer: (alerts, { payload }: PayloadAction<Alert>) => [
        ...alerts.filter((alert) => alert.text !== payload.text),
        payload,
      ],
      prepare: (text: string, kind: AlertKind, id: string) => ({ payload: { id, text, kind } }),
    },
    alertDismissed: (alerts, { payload: id }: PayloadAction<string>) => alerts.filter((alert) => alert.id !== id),
  },
});

export const { alertShown, alertDismissed } = alertsSlice.actions;
export const alertsReducer = alertsSlice.reducer;
