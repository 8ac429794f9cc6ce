import { authApi } from '../../api/authApi';
import { boxesApi } from '../../api/boxesApi';
import { asApiError } from '../../api/client/errors';
import { itemsApi } from '../../api/itemsApi';
import { locationsApi } from '../../api/locationsApi';
import { sessionConfirmedForQueue } from '../../offline/actions';
import { recordable } from '../../recording/core/intents';
import { ALL_KEY } from '../slices/itemsCache';
import {
  prefetchFailed,
  prefetchFinished,
  prefetchStarted,
  prefetchPartFetched,
} from '../slices/offlineReadinessSlice';
import type { RootState } from '../root/rootReducer';
import type { AppThunk, StartListening } from '../root/types';

/** Items, locations, and the boxes of all locations in one call. */
const PARTS = 3;

/** Options of a query that fills a cache: asks the server each time, and keeps no screen's subscription. */
export const FETCH_ANEW = { forceRefetch: true, subscribe: false } as const;

/** The locations on this device. */
export const heldLocations = ({ locationsCache }: RootState) => locationsCache.byKey[ALL_KEY]?.value ?? [];

/** Locations whose boxes are not on this device. */
function locationsWithoutBoxes(state: RootState): string[] {
  const { byKey } = state.boxesCache;
  if (byKey[ALL_KEY]) return [];
  return heldLocations(state)
    .map(({ _id }) => _id)
    .filter((id) => !byKey[id]);
}

/** Whether a value was saved since a time and not in the future. A wrong clock may have stored a future time. */
export const isBetween = (since: number, savedAt: number | null, now: number) =>
  savedAt !== null && since <= savedAt && savedAt <= now;

/**
 * Fetches the data for a day without signal, except parts saved since `heldSince` (ms since 1970). If the server does
 * not list the boxes of all locations at once, it fetches them per location.
 */
export const prefetchForOffline = recordable(
  'prefetchForOffline',
  (heldSince?: number): AppThunk<Promise<void>> =>
    async (dispatch, getState, { now }) => {
      if (getState().offlineReadiness.status === 'fetching') return;
      dispatch(prefetchStarted(PARTS));
      const fail = (error: unknown) => void dispatch(prefetchFailed(asApiError(error)));
      const isHeld = (cache: 'itemsCache' | 'locationsCache' | 'boxesCache') =>
        heldSince !== undefined && isBetween(heldSince, getState()[cache].byKey[ALL_KEY]?.savedAt ?? null, now());
      const parts = [
        { cache: 'itemsCache', fetch: () => dispatch(itemsApi.endpoints.listItems.initiate(undefined, FETCH_ANEW)) },
        {
          cache: 'locationsCache',
          fetch: () => dispatch(locationsApi.endpoints.listLocations.initiate({}, FETCH_ANEW)),
        },
      ] as const;
      for (const { cache, fetch } of parts) {
        const error = isHeld(cache) ? undefined : (await fetch()).error;
        if (error) return fail(error);
        dispatch(prefetchPartFetched(PARTS));
      }
      if (!isHeld('boxesCache')) {
        const all = await dispatch(boxesApi.endpoints.listBoxes.initiate({}, FETCH_ANEW));
        if (all.error && getState().boxesCache.byKey[ALL_KEY]) return fail(all.error);
        const missing = all.error || all.data?.length === 0 ? locationsWithoutBoxes(getState()) : [];
        for (const location of missing) {
          const { error } = await dispatch(boxesApi.endpoints.listBoxes.initiate({ location }, FETCH_ANEW));
          if (error) return fail(error);
          dispatch(prefetchPartFetched(PARTS + missing.length));
        }
      }
      dispatch(prefetchFinished());
    },
);

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
