import { nanoid } from '@reduxjs/toolkit';
import { useCallback } from 'react';
import { type Alert, type AlertKind, alertDismissed, alertShown } from './alertsSlice';
import { useAppDispatch, useAppSelector } from './hooks';

export function useAlerts(): Alert[] {
  return useAppSelector((state) => state.alerts);
}

/** Shows an alert (spec: "an alert says …"); it survives the navigation which follows it. */
export function useShowAlert(): (text: string, kind?: AlertKind) => void {
  const dispatch = useAppDispatch();
  return useCallback((text, kind = 'error') => void dispatch(alertShown(text, kind, nanoid())), [dispatch]);
}

export function useDismissAlert(): (id: string) => void {
  const dispatch = useAppDispatch();
  return useCallback((id) => void dispatch(alertDismissed(id)), [dispatch]);
}
