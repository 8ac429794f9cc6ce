import type { Middleware } from '@reduxjs/toolkit';
import { authApi } from '../api/authApi';
import { sessionConfirmedForQueue } from '../offline/actions';
import { fetchDay } from './day';
import type { RootState } from './rootReducer';
import type { AppDispatch } from './storeTypes';

/**
 * Readies this device for a day without signal whenever somebody signs in; what the app's start does for it is
 * `readyDay`. Asks the server's clock too.
 */
export function watchDay(): Middleware<unknown, RootState, AppDispatch> {
  return ({ dispatch }) =>
    (next) =>
    (action) => {
      const result = next(action);
      if (!sessionConfirmedForQueue.match(action)) return result;
      void dispatch(authApi.endpoints.getHealth.initiate(undefined, { forceRefetch: true, subscribe: false }));
      if (action.payload.by === 'signIn') void dispatch(fetchDay());
      return result;
    };
}
