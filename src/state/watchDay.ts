import type { Middleware } from '@reduxjs/toolkit';
import { authApi } from '../api/authApi';
import { localDay } from '../domain/dates';
import { ownerConfirmed } from '../offline/queueActions';
import { dayReadinessOf, fetchDay } from './day';
import type { RootState } from './rootReducer';
import type { AppDispatch } from './storeTypes';

/**
 * Readies this device for a day without signal whenever the server has confirmed who is signed in: after a
 * sign-in always, at the app's start when something is missing or from another day. Asks the server's clock too.
 */
export function watchDay(now: () => number): Middleware<unknown, RootState, AppDispatch> {
  return ({ dispatch, getState }) =>
    (next) =>
    (action) => {
      const result = next(action);
      if (!ownerConfirmed.match(action)) return result;
      void dispatch(authApi.endpoints.getHealth.initiate(undefined, { forceRefetch: true, subscribe: false }));
      const { savedAt } = dayReadinessOf(getState());
      const isOfToday = savedAt !== null && localDay(new Date(savedAt)) === localDay(new Date(now()));
      if (action.payload.by === 'signIn' || !isOfToday) void dispatch(fetchDay());
      return result;
    };
}
