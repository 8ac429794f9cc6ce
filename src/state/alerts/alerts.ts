import { createSelector, nanoid } from '@reduxjs/toolkit';
import { useCallback } from 'react';
import type { Queued } from '../../api/client/writes';
import { messages } from '../../domain/messages';
import { selectBlockers } from '../../offline/queueSlice';
import { type Alert, type AlertKind, alertDismissed, alertShown } from '../slices/alertsSlice';
import { useAppDispatch, useAppSelector } from '../root/hooks';
import type { RootState } from '../root/rootReducer';
import type { AppThunk } from '../root/types';

/** Whether an alert reports a change that is saved on this device. The alert has the id of the queue entry. */
export const isSavedAlert = ({ kind }: Alert) => kind === 'warning';

/**
 * The number of screens on which an alert is shown, counted from the one where it appeared: a saved change has the
 * screen that follows as well.
 */
export const screensOf = (alert: Alert) => (alert.action ? 1 : isSavedAlert(alert) ? 2 : Number.POSITIVE_INFINITY);

/** An alert as the screen shows it. */
export interface ShownAlert extends Alert {
  /** true when the alert no longer applies: its change was sent, refused or discarded since. */
  isOver: boolean;
}

const selectAlerts = createSelector(
  [(state: RootState) => state.alerts, ({ queue }: RootState) => queue.entries],
  (alerts, entries): ShownAlert[] => {
    const isWaiting = (alert: Alert) => entries.some(({ id, state }) => id === alert.id && state === 'waiting');
    return alerts.map((alert) => ({ ...alert, isOver: isSavedAlert(alert) && !isWaiting(alert) }));
  },
);

export function useAlerts(): ShownAlert[] {
  return useAppSelector(selectAlerts);
}

/**
 * Shows an alert (spec: "an alert says …"), which stays through the navigation that follows. An alert of an `action`
 * replaces the one before and goes when the screen changes; `null` when the action begins again: it may end otherwise.
 */
export function useShowAlert(action?: string): (text: string | null, kind?: AlertKind) => void {
  const dispatch = useAppDispatch();
  return (text, kind = 'error') => {
    if (action) dispatch(alertDismissed(action));
    if (text !== null) dispatch(alertShown(text, kind, nanoid(), action));
  };
}

/** The reason why a saved write is not sent yet: no connection, or an earlier entry that it waits for was refused. */
function savedText(state: RootState, id: string): string {
  const blocker = selectBlockers(state).get(id);
  const isBehindRefused = state.queue.entries.some((one) => one.id === blocker && one.state === 'refused');
  return isBehindRefused ? messages.savedBehindRefused : messages.savedLocally;
}

const savedShown =
  ({ id }: Queued): AppThunk<void> =>
  (dispatch, getState) => {
    dispatch(alertShown(savedText(getState(), id), 'warning', id));
  };

/** Shows that a write is saved on this device, and what it waits for. */
export function useShowSaved(): (saved: Queued) => void {
  const dispatch = useAppDispatch();
  return (saved) => dispatch(savedShown(saved));
}

/** Removes the alert with an id, or those of an action. */
export function useDismissAlert(): (idOrAction: string) => void {
  const dispatch = useAppDispatch();
  return useCallback((idOrAction) => void dispatch(alertDismissed(idOrAction)), [dispatch]);
}
