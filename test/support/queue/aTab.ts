import { createTransport } from '../../../src/api/client/transport';
import { createQueueChannel } from '../../../src/offline/tabs/queueChannel';
import { createInTabLocks } from '../../../src/offline/tabs/inTabLocks';
import { makeStore } from '../../../src/state/store/makeStore';
import { sessionConfirmed } from '../../../src/state/slices/sessionSlice';
import { memoryStorage } from '../app/device';
import { CrashableDisk } from '../app/crashableDisk';
import { SimClock } from '../app/simClock';

/** The environment of a tab, for a test to damage. */
export interface AroundTab {
  clock: SimClock;
  disk: CrashableDisk;
  /** The stored slices, as texts by their keys. */
  caches: Map<string, string>;
  /** Receives the messages of other tabs. */
  messages: EventTarget;
}

/** A disk, caches and a clock of one device. */
export function aroundTab(): AroundTab {
  const clock = new SimClock();
  return { clock, disk: new CrashableDisk(clock), caches: new Map(), messages: new EventTarget() };
}

/** The app's own store among them, of a rep who is signed in; without a `fetchFn` there is no network. */
export async function aTab({ clock, disk, caches, messages }: AroundTab, userId = 'ann', fetchFn?: typeof fetch) {
  const noNetwork = () => Promise.reject(new TypeError('Failed to fetch'));
  const { store, ready } = makeStore({
    transport: createTransport({ baseUrl: 'http://app.test/api', fetchFn: fetchFn ?? noNetwork, now: clock.now }),
    now: clock.now,
    newId: () => crypto.randomUUID(),
    random: () => 0.5,
    schedule: clock.schedule,
    cacheStorage: memoryStorage(caches),
    records: disk.open(() => true),
    locks: createInTabLocks(crypto.randomUUID()),
    channel: createQueueChannel(Object.assign(messages, { postMessage: () => undefined })),
    askToPersist: () => undefined,
  });
  await ready;
  await clock.settle();
  store.dispatch(
    sessionConfirmed({ _id: userId, name: 'Ann', email: 'ann@example.com', roles: ['rep'], active: true }),
  );
  await clock.settle();
  return store;
}
