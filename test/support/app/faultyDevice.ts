import { isAction, type UnknownAction } from '@reduxjs/toolkit';
import { createTransport, type Transport, type HttpResponse } from '../../../src/api/client/transport';
import { CALL_TIMEOUT_MS } from '../../../src/domain/constants';
import { dayStartMs } from '../../../src/domain/dates';
import { createInTabLocks } from '../../../src/offline/tabs/inTabLocks';
import type { TabLocks } from '../../../src/offline/tabs/locks';
import { connectivityChanged } from '../../../src/offline/actions';
import type { EntryState, IdMapping, QueueEntry } from '../../../src/offline/entry';
import { type QueueChannel, heartbeatOver } from '../../../src/offline/tabs/queueChannel';
import { createWebLocks } from '../../../src/offline/tabs/webLocks';
import { makeStore } from '../../../src/state/store/makeStore';
import type { SliceStorage } from '../../../src/state/root/sliceStorage';
import { prefetchIfStale } from '../../../src/state/offlineReadiness/offlineReadiness';
import { shareSent } from '../../../src/state/outbox/shareSent';
import { holdMessages } from '../../../src/state/root/tabChannels';
import { listenForClosedVisits } from '../../../src/state/visits/closedVisits';
import { listenForStartedVisits } from '../../../src/state/visits/startedVisits';
import { checkSession } from '../../../src/state/session/session';
import type { AppStore } from '../../../src/state/root/types';
import { NOW } from '../server/builders';
import type { SignedIn, TestServer } from '../server/harness';
import { CrashableDisk } from './crashableDisk';
import { FaultyNetwork } from './faultyNetwork';
import { Gate } from './gate';
import { SimClock } from './simClock';
import { SimLockManager } from './simLockManager';
import { type Listeners, queueChannelOf, sentChannelOf } from './simChannel';
import { networkBackend } from './networkBackend';
import { memoryStorage } from './device';

const TIMED_OUT: HttpResponse = { ok: false, failure: { kind: 'network', reason: 'timeout' } };

/** The app in one tab. */
export interface Tab {
  store: AppStore;
  /** Ends the tab at once, in the middle of its work. */
  kill(): void;
  /** Freezes the tab, as browsers do in the background: it keeps its locks. */
  freeze(): void;
  /** Lets a frozen tab go on. */
  thaw(): void;
}

/**
 * A device on which everything fails on demand: the app's own store on a crashable disk, a faulty network with the
 * real server behind it, and a clock that only the test moves.
 */
export class FaultyDevice {
  readonly clock = new SimClock();
  readonly disk = new CrashableDisk(this.clock);
  readonly network: FaultyNetwork;
  /** Every request that reached the server, in order. */
  readonly requests: ReturnType<typeof networkBackend>['requests'];
  /** The stored slices, as texts by their keys. */
  readonly caches = new Map<string, string>();
  /** While true, the write of a slice never settles. */
  areCachesHanging = false;
  /** While shut, what is read of the slices does not arrive in the tabs that were opened with this gate. */
  cacheReads = new Gate();
  /** While true, no slice can be read. */
  areCachesUnreadable = false;
  /** While true, no slice can be written. */
  areCachesUnwritable = false;
  readonly lockManager = new SimLockManager();
  /** How often the browser was asked to keep this app's storage. */
  persistenceRequests = 0;
  /** A browser without Web Locks. */
  isWithoutLocks = false;
  /** Sees every action of every tab. */
  onAction: (action: UnknownAction) => void = () => undefined;
  private readonly people = new Map<string, SignedIn>();
  private readonly listeners: Listeners = new Map();
  private readonly tabs: Tab[] = [];

  constructor(server: TestServer) {
    this.clock.elapsed = NOW.getTime();
    const behind = networkBackend(server, this.people, () => this.clock.elapsed);
    this.requests = behind.requests;
    this.network = new FaultyNetwork(this.clock, behind);
  }

  /** The writes among the requests that reached the server. */
  get writes() {
    return this.requests.filter(({ method }) => method !== 'GET');
  }

  /** Gives the device the cookie of this user; none for `null`. */
  carryCookieOf(person: SignedIn | null): void {
    if (person) this.people.set(person.user.id, person);
    this.network.session = person?.user.id ?? null;
  }

  /** Opens the app in a new tab, as `main.tsx` does, and lets it find out who is signed in. */
  async open(): Promise<Tab> {
    const tabId = crypto.randomUUID();
    let alive = true;
    const isAlive = () => alive;
    const gate = new Gate();
    const schedule = (work: () => void, delayMs: number) =>
      this.clock.schedule(() => gate.run(() => alive && work()), delayMs);
    const disk = this.disk.open(isAlive);
    const transport = this.transportOf(isAlive);
    const ends = { clock: this.clock, listeners: this.listeners, tabId, isAlive };
    const channel = queueChannelOf(ends);
    const sent = holdMessages(sentChannelOf(ends));
    const { store, ready } = makeStore({
      transport: (request) => gate.pass(transport(request)),
      now: this.clock.now,
      newId: () => crypto.randomUUID(),
      random: () => 0.5,
      schedule,
      cacheStorage: this.cacheStorage(),
      firstMiddleware: () => (next) => (action) => {
        if (isAction(action)) this.onAction(action);
        return next(action);
      },
      records: { transact: (mode, stores, work) => gate.pass(disk.transact(mode, stores, work)) },
      locks: this.locksOf(tabId, channel, schedule),
      channel,
      askToPersist: () => {
        this.persistenceRequests += 1;
      },
    });
    const tab: Tab = {
      store,
      kill: () => {
        alive = false;
        this.listeners.delete(tabId);
        this.lockManager.release(tabId);
        this.tabs.splice(this.tabs.indexOf(tab), 1);
      },
      freeze: () => gate.shut(),
      thaw: () => gate.reopen(),
    };
    this.tabs.push(tab);
    await ready;
    shareSent(store, sent);
    listenForStartedVisits(store);
    listenForClosedVisits(store);
    store.dispatch(connectivityChanged({ online: this.network.online }));
    void store
      .dispatch(checkSession())
      .then(() => store.dispatch(prefetchIfStale(dayStartMs(new Date(this.clock.elapsed)))));
    await this.clock.advance(1);
    await store.dispatch((_dispatch, _getState, { flush }) => flush());
    return tab;
  }

  /** A transport whose limits go by the device's clock. */
  private transportOf(isAlive: () => boolean): Transport {
    const fetchFn = this.network.fetchFor(isAlive);
    const transport = createTransport({ baseUrl: 'http://app.test/api', fetchFn, now: this.clock.now });
    return async ({ signal, timeoutMs = CALL_TIMEOUT_MS, ...request }) => {
      const limit = new AbortController();
      const cancel = this.clock.schedule(() => limit.abort(), timeoutMs);
      const signals = [limit.signal, ...(signal ? [signal] : [])];
      const response = await transport({ ...request, signal: AbortSignal.any(signals) });
      cancel();
      return limit.signal.aborted && !response.ok ? TIMED_OUT : response;
    };
  }

  private cacheStorage(): SliceStorage {
    const storage = memoryStorage(this.caches);
    const reads = this.cacheReads;
    const unless =
      <Args extends string[], Result>(isFailing: () => boolean, work: (...args: Args) => Promise<Result>) =>
      async (...args: Args): Promise<Result> => {
        if (isFailing()) throw new DOMException('The storage failed', 'UnknownError');
        return work(...args);
      };
    const unlessHanging =
      <Args extends string[]>(write: (...args: Args) => Promise<unknown>) =>
      (...args: Args) =>
        this.areCachesHanging ? new Promise<never>(() => {}) : write(...args);
    const isUnreadable = () => this.areCachesUnreadable;
    const isUnwritable = () => this.areCachesUnwritable;
    return {
      getItem: (key) => reads.pass(unless(isUnreadable, storage.getItem)(key)),
      keys: unless(isUnreadable, storage.keys),
      setItem: unlessHanging(unless(isUnwritable, storage.setItem)),
      removeItem: unlessHanging(unless(isUnwritable, storage.removeItem)),
    };
  }

  private locksOf(tabId: string, channel: QueueChannel, schedule: SimClock['schedule']): TabLocks {
    if (this.isWithoutLocks) return createInTabLocks(tabId);
    const every = (ms: number, work: () => void) => {
      let cancel: () => void = () => undefined;
      const next = () => {
        cancel = schedule(() => {
          work();
          next();
        }, ms);
      };
      next();
      return () => cancel();
    };
    return createWebLocks({
      manager: this.lockManager.client(tabId),
      tabId,
      heartbeat: heartbeatOver(channel),
      elapsedMs: this.clock.now,
      every,
    });
  }

  /** Connects or disconnects the device, and tells every tab so by the browser's event. */
  async setOnline(online: boolean): Promise<void> {
    this.network.online = online;
    for (const tab of this.tabs) tab.store.dispatch(connectivityChanged({ online }));
    await this.clock.advance(1);
  }

  /** The entries on disk, in the order made. */
  entries(): QueueEntry[] {
    return this.disk.records<QueueEntry>('entries').sort((a, b) => a.seq - b.seq);
  }

  states(): EntryState[] {
    const states = new Map(this.disk.records<EntryState>('states').map((state) => [state.id, state]));
    return this.entries().flatMap(({ id }) => states.get(id) ?? []);
  }

  mappings(): IdMapping[] {
    return this.disk.records<IdMapping>('idMap');
  }
}
