import { configureStore, createListenerMiddleware, type Middleware, type UnknownAction } from '@reduxjs/toolkit';
import { FLUSH, PAUSE, PERSIST, PURGE, type Persistor, persistStore, REGISTER, REHYDRATE } from 'redux-persist';
import { api } from '../../api/api';
import type { ApiEnvironment } from '../../api/client/apiBaseQuery';
import { createSerializeByKey } from '../../api/client/serializeByKey';
import { withResponseHook } from '../../offline/replay/withResponseHook';
import { queueUnreadable, serverReachable } from '../../offline/actions';
import { createDraftStorage } from '../drafts/draftStorage';
import { createSentStorage } from '../outbox/sentStorage';
import { type OfflineEnvironment, createOfflineQueue } from './createOfflineQueue';
import { retryFailedReads } from '../root/rehydrationRetry';
import { persistedReducer } from '../root/persistence';
import type { SliceStorage } from '../root/sliceStorage';
import type { RootState } from '../root/rootReducer';
import { withWriteRetry } from '../root/withWriteRetry';
import type { AppDispatch, AppStore, StartListening, ThunkExtra } from '../root/types';
import { listenForReconnect } from '../device/refetchOnReconnect';
import { listenForOfflineReadiness } from '../offlineReadiness/prefetchForOffline';
import { listenForSession } from '../session/sessionListener';
import { createSessionStorage } from '../session/sessionStorage';

/** How long a flush may take: the browser's storage may hang. */
const FLUSH_WITHIN_MS = 5_000;
/** How long the screens, a change and a pass wait for the first read of the queue (invariant 29). */
const QUEUE_READ_WITHIN_MS = 1_000;

/** The side effects of the store, so that tests control the network, the clock, the ids, the disk and the tabs. */
export interface Environment extends ApiEnvironment, OfflineEnvironment {
  /** Stores all slices that are persisted. */
  cacheStorage: SliceStorage;
  /** Sees every action before all other middleware; only a recording has one. */
  firstMiddleware?: Middleware;
}

/** Resolves when the work has ended, or after a time limit, because the browser's storage may hang. */
function withTimeout(work: Promise<void>, schedule: Environment['schedule'], withinMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const cancel = schedule(resolve, withinMs);
    work.then(resolve, reject).finally(cancel);
  });
}

/**
 * The app's store. `ready` resolves once the stored slices have been read; nothing may be shown or dispatched
 * before.
 */
export function makeStore(environment: Environment): { store: AppStore; ready: Promise<void> } {
  const { transport, cacheStorage, schedule } = environment;
  // The parts of the store are made before it. They call these functions only once it exists.
  const flush = async () => void (await persistor.flush());
  const flushInTime = () => withTimeout(flush(), schedule, FLUSH_WITHIN_MS);
  const whenQueueRead = async () => {
    if (getState().queue.status !== 'ready') await withTimeout(queueRead, schedule, QUEUE_READ_WITHIN_MS);
  };
  const dispatch = ((action: UnknownAction) => store.dispatch(action)) as AppDispatch;
  const getState = () => store.getState() as RootState;

  // The server has no copy of these slices.
  const ownStorage = withWriteRetry(cacheStorage, schedule);
  const drafts = createDraftStorage(ownStorage, schedule);
  const sentToday = createSentStorage(ownStorage, schedule);
  const session = createSessionStorage(cacheStorage);
  const parts = createOfflineQueue({ ...environment, dispatch, getState, flush: flushInTime, whenQueueRead });
  const { journal, queue, connectivity } = parts;
  const onSuccess = () => {
    const { entries, reachable } = store.getState().queue;
    if (entries.length > 0 || !reachable) dispatch(serverReachable());
  };
  const extra: ThunkExtra = {
    ...environment,
    transport: withResponseHook(transport, { onSuccess, onBusy: parts.onBusy }),
    serializeByKey: createSerializeByKey(),
    flush,
    flushInTime,
    journal,
  };
  const listeners = createListenerMiddleware({ extra });
  const startListening: StartListening = listeners.startListening.withTypes<RootState, AppDispatch, ThunkExtra>();
  retryFailedReads(startListening, schedule, () => {
    persistor.persist();
    // A read that was slow may have ended meanwhile.
    if (getState().queue.status !== 'ready') void parts.reload();
  });
  listenForSession(startListening, {
    clear: async () => void (await Promise.all([drafts.clear(), sentToday.clear(), flush()])),
    readAgain: () => persistor.persist(),
    areOf: session.isOf,
  });
  listenForReconnect(startListening);
  listenForOfflineReadiness(startListening);
  const own = { session: withWriteRetry(session, schedule), device: ownStorage, drafts, sentToday };
  const store = configureStore({
    reducer: persistedReducer(cacheStorage, own),
    middleware: (defaults) =>
      // Thunks, and in development the checks of actions and state.
      defaults({
        thunk: { extraArgument: extra },
        serializableCheck: { ignoredActions: [FLUSH, REHYDRATE, PAUSE, PERSIST, PURGE, REGISTER] },
      })
        // The recorder sees every action before anything else handles it. The listeners come before the checks, because
        // the actions that add a listener contain functions.
        .prepend(...(environment.firstMiddleware ? [environment.firstMiddleware] : []), listeners.middleware)
        // The queue carries out `writeRequested` and passes nothing of it on. The connectivity listener passes an
        // action on before it reacts, so it decides with the new state. RTK Query sees the actions of both.
        .concat(queue, connectivity, api.middleware),
  });
  let persistor: Persistor;
  const ready = new Promise<void>((resolve) => {
    persistor = persistStore(store, null, resolve);
  });
  // Read after the drafts, because it drops the drafts whose write is in the queue.
  const queueRead = ready.then(parts.reload);
  // A slow read continues, and the screens show what they know.
  void ready.then(() =>
    schedule(() => {
      if (getState().queue.status === 'loading') dispatch(queueUnreadable({ isNewer: false }));
    }, QUEUE_READ_WITHIN_MS),
  );
  return { store: store as AppStore, ready };
}
