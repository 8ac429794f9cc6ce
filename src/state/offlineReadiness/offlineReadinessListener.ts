import type { Middleware } from '@reduxjs/toolkit';
import { authApi } from '../../api/authApi';
import { sessionConfirmedForQueue } from '../../offline/actions';
import { prefetchForOffline } from './prefetchForOffline';
import type { RootState } from '../root/rootReducer';
import type { AppDispatch } from '../root/types';

/**
 * Readies this device for a day without signal whenever somebody signs in; what the app's start does for it is
 * `readyDay`. Asks the server's clock too.
 */
export function offlineReadinessListener(): Middleware<unknown, RootState, AppDispatch> {
  return ({ dispatch }) =>
    (next) =>
    (action) => {
      const result = next(action);
      if (!sessionConfirmedForQueue.match(action)) return result;
      void dispatch(authApi.endpoints.getHealth.initiate(undefined, { forceRefetch: true, subscribe: false }));
      if (action.payload.by === 'signIn') void dispatch(prefetchForOffline());
      return result;
    };
}
