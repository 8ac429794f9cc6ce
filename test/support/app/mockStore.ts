import type { Middleware, UnknownAction } from '@reduxjs/toolkit';
import { legacy_configureStore } from 'redux-mock-store';

/**
 * A store of redux-mock-store: no reducers, and `getActions` lists what reached the end of the chain. The types of
 * redux-mock-store are of Redux 4, where `next` takes an action; in Redux 5 it takes anything.
 */
export function mockStore<S>(middlewares: readonly Middleware<unknown, S>[], state: (actions: UnknownAction[]) => S) {
  const chain = middlewares.map(
    (middleware): NonNullable<Parameters<typeof legacy_configureStore>[0]>[number] =>
      (api) =>
      (next) =>
        middleware(api)((action) => next(action as UnknownAction)),
  );
  return legacy_configureStore<S>(chain)(state);
}
