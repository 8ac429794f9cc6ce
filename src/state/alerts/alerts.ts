import { createSelector, nanoid } from '@reduxjs/toolkit';
import { useCallback } from 'react';
import type { Queued } from '../../api/client/writes';
import { messages } from '../../domain/messages';
import { selectBlockers } from '../../offline/queueSlice';
import { type Alert, type AlertKind, alertDismissed, alertShown } from '../slices/alertsSlice';
import { useAppDispatch, useAppSelector } from '../root/hooks';
import type { RootState } from '../root/rootReducer';
import type { AppThunk } from '../root/types';

const SAVED: readonly string[] = [messages.savedLocally, messages.savedBehindRefused];

/** Whether an alert says that a change is on this device: its id is that of the queue entry. */
export const isSavedAlert = ({ text }: Alert) => SAVED.includes(text);

/** An alert as the screen has it. */
export interface ShownAlert extends Alert {
  /** It is no longer true: what was sent, refused or discarded since is not saved locally any more. */
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

/** Shows an alert (spec: "an alert says …"); it survives the navigation which follows it. */
export function useShowAlert(): (text: string, kind?: AlertKind) => void {
  const dispatch = useAppDispatch();
  return useCallback((text, kind = 'error') => void dispatch(alertShown(text, kind, nanoid())), [dispatch]);
}

/** Why a write that is on this device has not been sent: no connection, or an earlier one it waits for was refused. */
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

/** Shows that a write is on this device, and what it waits for. */
export function useShowSaved(): (saved: Queued) => void {
  const dispatch = useAppDispatch();
  return useCallback((saved) => dispatch(savedShown(saved)), [dispatch]);
}

export function useDismissAlert(): (id: string) => void {
  const dispatch = useAppDispatch();
  return useCallback((id) => void dispatch(alertDismissed(id)), [dispatch]);
}
