import { configureStore, createListenerMiddleware, type Middleware, type UnknownAction } from '@reduxjs/toolkit';
import { FLUSH, PAUSE, PERSIST, PURGE, persistStore, REGISTER, REHYDRATE } from 'redux-persist';
import { api } from '../../api/api';
import type { ApiEnvironment } from '../../api/client/apiBaseQuery';
import { createSerializeByKey } from '../../api/client/serializeByKey';
import { withResponseHook } from '../../offline/replay/withResponseHook';
import { queueUnreadable, serverReachable } from '../../offline/actions';
import { createDraftStorage } from '../drafts/draftStorage';
import { createSentStorage } from '../outbox/sentStorage';
import { type OfflineEnvironment, createOfflineQueue } from './createOfflineQueue';
import { retryFailedReads } from '../root/rehydrationRetry';
import { type SliceStorage, persistedReducer } from '../root/persistence';
import type { RootState } from '../root/rootReducer';
import type { AppDispatch, AppStore, StartListening, ThunkExtra } from '../root/types';
import { listenForReconnect } from '../device/refetchOnReconnect';
import { listenForOfflineReadiness } from '../offlineReadiness/offlineReadinessListener';
import { listenForSession } from '../session/sessionListener';
import { withTimeout } from '../reads/withTimeout';

/** How long a flush may take: the browser's storage may hang. */
const FLUSH_WITHIN_MS = 5_000;
/** How long saving and pending views wait for the first read of the queue (invariant 29). */
const QUEUE_KNOWN_WITHIN_MS = 1_000;

/** The side effects of the store, so that tests control the network, the clock, the ids, the disk and the tabs. */
export interface Environment extends ApiEnvironment, OfflineEnvironment {
  /** Stores all slices that are persisted. */
  cacheStorage: SliceStorage;
  /** Sees every action before all other middleware; only a recording has one. */
  firstMiddleware?: Middleware;
}

/**
 * The app's store. `ready` resolves once the stored slices have been read; nothing may be shown or dispatched
 * before.
 */
export function makeStore(environment: Environment): { store: AppStore; ready: Promise<void> } {
  const { transport, now, newId, channel, locks, schedule } = environment;
  const flush = async () => void (await persistor.flush());
  const flushInTime = () => withTimeout(flush(), schedule, FLUSH_WITHIN_MS);
  const dispatch = ((action: UnknownAction) => store.dispatch(action)) as AppDispatch;
  const drafts = createDraftStorage(environment.cacheStorage, schedule);
  const sentToday = createSentStorage(environment.cacheStorage, schedule);
  const whenQueueKnown = () => withTimeout(queueRead, schedule, QUEUE_KNOWN_WITHIN_MS);
  const getState = () => store.getState() as RootState;
  const parts = createOfflineQueue({ ...environment, dispatch, getState, flush: flushInTime, whenQueueKnown });
  const { journal, queue, connectivity } = parts;
  const onSuccess = () => {
    const { entries, reachable } = store.getState().queue;
    if (entries.length > 0 || !reachable) dispatch(serverReachable());
  };
  const extra: ThunkExtra = {
    transport: withResponseHook(transport, { onSuccess, onBusy: parts.onBusy }),
    now,
    newId,
    serializeByKey: createSerializeByKey(),
    flush,
    flushInTime,
    journal,
    locks,
    channel,
  };
  const listeners = createListenerMiddleware({ extra });
  const startListening: StartListening = listeners.startListening.withTypes<RootState, AppDispatch, ThunkExtra>();
  retryFailedReads(startListening, schedule, () => persistor.persist());
  listenForSession(startListening, async () => void (await Promise.all([drafts.clear(), sentToday.clear()])));
  listenForReconnect(startListening);
  listenForOfflineReadiness(startListening);
  const store = configureStore({
    reducer: persistedReducer(environment.cacheStorage, { drafts, sentToday }),
    middleware: (defaults) =>
      defaults({
        thunk: { extraArgument: extra },
        serializableCheck: { ignoredActions: [FLUSH, REHYDRATE, PAUSE, PERSIST, PURGE, REGISTER] },
      })
        .prepend(...(environment.firstMiddleware ? [environment.firstMiddleware] : []), listeners.middleware)
        .concat(queue, connectivity, api.middleware),
  });
  let markReady: () => void = () => undefined;
  const ready = new Promise<void>((resolve) => {
    markReady = resolve;
  });
  const persistor = persistStore(store, null, markReady);
  // Read after the drafts, because it drops the drafts whose write is in the queue.
  const queueRead = ready.then(parts.reload);
  void ready.then(() =>
    schedule(() => {
      if (store.getState().queue.status === 'loading') dispatch(queueUnreadable({ isNewer: false }));
    }, QUEUE_KNOWN_WITHIN_MS),
  );
  return { store: store as AppStore, ready };
}
