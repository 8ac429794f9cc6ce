import type { Middleware } from '@reduxjs/toolkit';
import { authApi } from '../../api/authApi';
import { sessionConfirmedForQueue } from '../../offline/actions';
import { prefetchForOffline } from './prefetchForOffline';
import type { RootState } from '../root/rootReducer';
import type { AppDispatch } from '../root/types';

/**
 * Fetches what a day without signal needs, and the server's clock, whenever somebody signs in. At the app's start
 * `prefetchIfStale` does so.
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
