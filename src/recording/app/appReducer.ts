import type { Reducer, UnknownAction } from '@reduxjs/toolkit';
import { api } from '../../api/api';
import '../../api/authApi';
import '../../api/boxesApi';
import '../../api/deliveriesApi';
import '../../api/exportsApi';
import '../../api/itemsApi';
import '../../api/locationsApi';
import '../../api/reportsApi';
import '../../api/usersApi';
import '../../api/visitsApi';
import { type PersistStorage, type SliceStorage, persistedReducer } from '../../state/root/persistence';
import type { RootState } from '../../state/root/rootReducer';

const nothing: SliceStorage & PersistStorage = {
  getItem: async () => null,
  setItem: async () => undefined,
  removeItem: async () => undefined,
  keys: async () => [],
};

/** RTK Query notes in its first state whether the browser was online and in front; the app does not go by it. */
function withoutSurroundings(state: RootState): RootState {
  const { config } = state[api.reducerPath];
  if (config.online && config.focused) return state;
  return {
    ...state,
    [api.reducerPath]: { ...state[api.reducerPath], config: { ...config, online: true, focused: true } },
  };
}

/**
 * The app's root reducer, with the endpoints of every noun, over no storage at all: what was read from it at the start
 * comes in recorded actions.
 */
export function appReducer(): Reducer {
  const reducer = persistedReducer(nothing, nothing);
  const stated = (state: RootState | undefined, action: UnknownAction) => withoutSurroundings(reducer(state, action));
  return stated as Reducer;
}
