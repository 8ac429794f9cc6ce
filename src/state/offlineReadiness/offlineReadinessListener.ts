import { authApi } from '../../api/authApi';
import { sessionConfirmedForQueue } from '../../offline/actions';
import type { StartListening } from '../root/types';
import { prefetchForOffline } from './prefetchForOffline';

/**
 * Fetches what a day without signal needs, and the server's clock, whenever somebody signs in. At the app's start
 * `prefetchIfStale` does so.
 */
export function listenForOfflineReadiness(startListening: StartListening): void {
  startListening({
    actionCreator: sessionConfirmedForQueue,
    effect: ({ payload }, { dispatch }) => {
      void dispatch(authApi.endpoints.getHealth.initiate(undefined, { forceRefetch: true, subscribe: false }));
      if (payload.by === 'signIn') void dispatch(prefetchForOffline());
    },
  });
}
