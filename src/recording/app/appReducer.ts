import type { Reducer, UnknownAction } from '@reduxjs/toolkit';
import { api } from '../../api/api';
import '../../api/accountApi';
import '../../api/auditApi';
import '../../api/authApi';
import '../../api/boxesApi';
import '../../api/catalogueApi';
import '../../api/deliveriesApi';
import '../../api/demoApi';
import '../../api/exportsApi';
import '../../api/itemsApi';
import '../../api/locationsApi';
import '../../api/reportsApi';
import '../../api/screenlessApi';
import '../../api/syncApi';
import '../../api/takenDeliveriesApi';
import '../../api/usersApi';
import '../../api/visitsApi';
import { persistedReducer } from '../../state/root/persistence';
import type { SliceStorage } from '../../state/root/sliceStorage';
import type { RootState } from '../../state/root/rootReducer';

const nothing: SliceStorage = {
  getItem: async () => null,
  setItem: async () => undefined,
  removeItem: async () => undefined,
  keys: async () => [],
};

/**
 * Sets RTK Query's `config.online` and `config.focused` to true. Its first state takes both from the browser, the app
 * reads neither, and without this a replay would differ from the recording.
 */
function withFixedBrowserState(state: RootState): RootState {
  const { config } = state[api.reducerPath];
  if (config.online && config.focused) return state;
  return {
    ...state,
    [api.reducerPath]: { ...state[api.reducerPath], config: { ...config, online: true, focused: true } },
  };
}

/**
 * The app's root reducer with the endpoints of every noun, over an empty storage. What the app read from its storage
 * comes in the recorded REHYDRATE actions.
 */
export function appReducer(): Reducer {
  const reducer = persistedReducer(nothing, {});
  const fixed = (state: RootState | undefined, action: UnknownAction) => withFixedBrowserState(reducer(state, action));
  return fixed as Reducer;
}
