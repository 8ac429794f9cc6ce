import { configureStore, type Middleware, type UnknownAction } from '@reduxjs/toolkit';
import { FLUSH, PAUSE, PERSIST, PURGE, persistStore, REGISTER, REHYDRATE } from 'redux-persist';
import { api } from '../api/api';
import type { ApiEnvironment } from '../api/apiBaseQuery';
import { createTurns } from '../api/turns';
import { answeredTransport } from '../offline/answeredTransport';
import { createPersonsChoices } from '../offline/personsChoices';
import { serverAnswered } from '../offline/queueActions';
import { createQueueStorage } from '../offline/queueStorage';
import { createDraftStorage } from './draftStorage';
import { inTime } from './inTime';
import { type OfflineEnvironment, offlineParts } from './offlineParts';
import { type SliceStorage, persistedReducer } from './persistence';
import type { AppDispatch, AppStore, ThunkExtra } from './storeTypes';
import { watchConnection } from './watchConnection';
import { watchDay } from './watchDay';
import { watchSession } from './watchSession';

/** What the store needs from outside, so that tests hold the network, the clock, the ids, the disk and the tabs. */
export interface Environment extends ApiEnvironment, OfflineEnvironment {
  /** Where the caches are kept. */
  cacheStorage: SliceStorage;
  /** Sees every action before all other middleware; only a recording has one. */
  firstMiddleware?: Middleware;
}

/**
 * The app's store. `ready` resolves once what this device remembers has been read; nothing may be shown or
 * dispatched before.
 */
export function makeStore(environment: Environment): { store: AppStore; ready: Promise<void> } {
  const { transport, now, newId, channel, schedule } = environment;
  const flush = async () => void (await persistor.flush());
  const flushInTime = () => inTime(flush(), schedule);
  const dispatch = ((action: UnknownAction) => store.dispatch(action)) as AppDispatch;
  const { journal, queue, connectivity } = offlineParts({ ...environment, dispatch, flush: flushInTime });
  const drafts = createDraftStorage(environment.cacheStorage);
  const whenAnswered = () => {
    if (store.getState().queue.heads.length > 0) dispatch(serverAnswered());
  };
  const extra: ThunkExtra = {
    transport: answeredTransport(transport, whenAnswered),
    now,
    newId,
    inTurn: createTurns(),
    flush,
    flushInTime,
    journal,
    choices: createPersonsChoices({ journal, channel, dispatch }),
  };
  const store = configureStore({
    reducer: persistedReducer(environment.cacheStorage, drafts, createQueueStorage(journal, now)),
    middleware: (defaults) =>
      defaults({
        thunk: { extraArgument: extra },
        serializableCheck: { ignoredActions: [FLUSH, REHYDRATE, PAUSE, PERSIST, PURGE, REGISTER] },
      })
        .prepend(
          ...(environment.firstMiddleware ? [environment.firstMiddleware] : []),
          watchSession(drafts.clear),
          watchConnection(),
          watchDay(),
        )
        .concat(queue, connectivity, api.middleware),
  });
  let markReady: () => void = () => undefined;
  const ready = new Promise<void>((resolve) => {
    markReady = resolve;
  });
  const persistor = persistStore(store, null, markReady);
  return { store: store as AppStore, ready };
}
