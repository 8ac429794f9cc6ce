import { combineSlices, configureStore, createSlice, type PayloadAction, Tuple } from '@reduxjs/toolkit';
import { type QueuedWrite, type WriteResult, writeRequested } from '../../src/api/queuedWrites';
import { createTransport } from '../../src/api/transport';
import { connectivitySlice } from '../../src/offline/connectivitySlice';
import { createConnectivityListener } from '../../src/offline/replay/connectivityListener';
import { createCountKeeper } from '../../src/offline/countKeeper';
import { withQuotaRetry } from '../../src/offline/storage/withQuotaRetry';
import { createOfflineQueueMiddleware } from '../../src/offline/middleware/offlineQueueMiddleware';
import { pendingVisits } from '../../src/offline/pending';
import { createOutboxCommands } from '../../src/offline/outboxCommands';
import { sessionConfirmedForQueue } from '../../src/offline/actions';
import type { QueueChannel, QueueMessage } from '../../src/offline/tabs/queueChannel';
import { queueSlice } from '../../src/offline/queueSlice';
import { createQueueJournal } from '../../src/offline/storage/queueJournal';
import { reloadQueue } from '../../src/offline/storage/reloadQueue';
import { createWebLocks } from '../../src/offline/tabs/webLocks';
import type { CrashableDisk } from './crashableDisk';
import type { FaultyNetwork } from './faultyNetwork';
import type { SimClock } from './simClock';
import type { SimLockManager } from './simLockManager';

/** What the tabs of one device share. */
export interface Device {
  clock: SimClock;
  disk: CrashableDisk;
  network: FaultyNetwork;
  lockManager: SimLockManager;
  listeners: Map<string, (message: QueueMessage) => void>;
  localStorage: Pick<Storage, 'getItem' | 'setItem'>;
  random(): number;
  newId(): string;
  /** Called with every action that reached the reducers of a tab. */
  onAction(tabId: string, action: unknown): void;
  /** Where a visit is, as the device's caches would know. */
  locationOfVisit(visitId: string): string | null;
}

export interface Session {
  userId: string | null;
  confirmed: boolean;
}

const sessionSlice = createSlice({
  name: 'session',
  initialState: { userId: null, confirmed: false } as Session,
  reducers: { sessionSet: (_state, { payload }: PayloadAction<Session>) => payload },
});

const rootReducer = combineSlices(queueSlice, connectivitySlice, sessionSlice);
export type SimState = ReturnType<typeof rootReducer>;

/** How a tab tells the others, a moment later. */
export function channelOf(
  device: Pick<Device, 'clock' | 'listeners'>,
  tabId: string,
  isAlive: () => boolean,
): QueueChannel {
  return {
    post(message) {
      for (const [other, listener] of device.listeners) {
        if (other !== tabId && isAlive()) device.clock.schedule(() => listener(structuredClone(message)), 0);
      }
    },
    subscribe(onMessage) {
      device.listeners.set(tabId, (message) => isAlive() && onMessage(message));
      return () => void device.listeners.delete(tabId);
    },
  };
}

/** One tab: the product's own queue code, wired as the app's store wires it, on a simulated device. */
export function openTab(device: Device, session: Session) {
  const { clock, disk, network } = device;
  const tabId = device.newId();
  let alive = true;
  let isReady = false;
  const isAlive = () => alive;
  const freeSpace = async () => {
    disk.isFull = false;
  };
  const records = withQuotaRetry(disk.open(isAlive), freeSpace);
  const journal = createQueueJournal(records, createCountKeeper(device.localStorage));
  const transport = createTransport({
    baseUrl: 'http://app.test/api',
    fetchFn: network.fetchFor(isAlive),
    now: clock.now,
  });
  const locks = createWebLocks(device.lockManager.client(tabId), tabId);
  const channel = channelOf(device, tabId, isAlive);
  const log: unknown[] = [];

  const userId = (state: SimState) => state.session.userId;
  const offlineQueue = createOfflineQueueMiddleware<SimState>({
    journal,
    transport,
    locks,
    userId,
    findOpenVisit(state, locationId) {
      const own = state.queue.entries.filter((head) => head.userId === state.session.userId);
      const open = pendingVisits(own, state.queue.serverIds).find(
        (visit) => visit.locationId === locationId && visit.changes.submittedTs === null,
      );
      return open ? { _id: open.id } : null;
    },
    locationOfVisit: (_state, visitId) => device.locationOfVisit(visitId),
    askToPersist: () => {},
    broadcast: () => channel.post({ type: 'queueChanged', report: null }),
  });
  const listener = createConnectivityListener<SimState>({
    journal,
    transport,
    locks,
    channel,
    now: clock.now,
    random: device.random,
    schedule: (work, delayMs) => clock.schedule(() => alive && work(), delayMs),
    userId,
    confirmedUserId: (state) => (state.session.confirmed ? state.session.userId : null),
    // Its tabs start with the session known, or find it out by the listener's own asking.
    isUnconfirmed: () => false,
    confirmSession: async () => {
      if (network.online)
        store.dispatch(
          sessionSlice.actions.sessionSet({ userId: network.session, confirmed: network.session !== null }),
        );
    },
    staleAfterReplay: () => ({ type: 'test/tagsInvalidated' }),
  });
  const recorder = () => (next: (action: unknown) => unknown) => (action: unknown) => {
    log.push(action);
    device.onAction(tabId, action);
    return next(action);
  };
  const store = configureStore({
    reducer: rootReducer,
    middleware: () => new Tuple(offlineQueue, listener, recorder),
    devTools: false,
  });
  store.dispatch(sessionSlice.actions.sessionSet(session));
  const reload = () => reloadQueue({ journal, now: clock.now, dispatch: store.dispatch, getState: store.getState });

  return {
    tabId,
    store,
    journal,
    locks,
    transport,
    /** Every action that reached the reducers. */
    log,
    isAlive,
    /** Whether the disk was read: before that, nothing is shown that could be pressed. */
    isReady: () => alive && isReady,
    reload,
    choices: createOutboxCommands({ journal, channel, dispatch: store.dispatch }),
    /** Reads the disk, as the app does before it shows anything, then says who is signed in. */
    async begin() {
      await reload();
      isReady = true;
      if (session.confirmed && session.userId) {
        store.dispatch(sessionConfirmedForQueue({ userId: session.userId, by: 'start' }));
      }
    },
    write: (write: QueuedWrite) => store.dispatch(writeRequested(write)) as unknown as Promise<WriteResult>,
    signIn(next: string) {
      store.dispatch(sessionSlice.actions.sessionSet({ userId: next, confirmed: true }));
      store.dispatch(sessionConfirmedForQueue({ userId: next, by: 'signIn' }));
    },
    signOut() {
      store.dispatch(sessionSlice.actions.sessionSet({ userId: null, confirmed: false }));
    },
    /** The tab is gone from one moment to the next: nothing of it goes on. */
    kill() {
      alive = false;
      device.listeners.delete(tabId);
      device.lockManager.release(tabId);
    },
  };
}

export type SimTab = ReturnType<typeof openTab>;
