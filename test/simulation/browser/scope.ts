import { messageChannelOf } from './channels';
import { SimCursor } from './idb/cursor';
import { SimDatabase } from './idb/database';
import { SimFactory } from './idb/factory';
import { SimKeyRange } from './idb/keys';
import { SimObjectStore } from './idb/objectStore';
import { SimOpenRequest, SimRequest } from './idb/request';
import { SimIndex } from './idb/storeIndex';
import { SimTransaction } from './idb/transaction';
import { SimRequestMessage, SimResponseMessage } from './httpMessages';
import type { SimTab } from './simTab';

const ORIGIN = 'http://app.test';
/** Browsers run repeated short timers no more often. */
const SHORTEST_INTERVAL_MS = 4;

/** A timer as the app holds it. */
type Cancel = (() => void) | undefined;

/**
 * The globals of the app's code. `tab` is called at each use: one copy of the code serves one tab after the other,
 * which is much faster than a new copy for each.
 */
export function scopeOf(tab: () => SimTab): Record<string, unknown> {
  const setTimeout = (work: () => void, ms = 0, ...args: unknown[]): Cancel => {
    const owner = tab();
    return owner.device.kernel.after(Math.max(1, ms), owner, () => void Reflect.apply(work, undefined, args));
  };
  const setInterval = (work: () => void, ms = 0): Cancel => {
    const owner = tab();
    const { kernel } = owner.device;
    const every = Math.max(SHORTEST_INTERVAL_MS, ms);
    let cancel: Cancel;
    const next = () => {
      cancel = kernel.after(every, owner, () => {
        // The work may end the interval.
        next();
        work();
      });
    };
    next();
    return () => cancel?.();
  };
  const clear = (cancel: Cancel) => cancel?.();

  class SimDate extends Date {
    constructor(...args: [] | [number | string | Date]) {
      super(args[0] ?? tab().device.time);
    }

    static override now(): number {
      return tab().device.time;
    }
  }

  const storage = {
    getItem: (key: string) => tab().device.localStorage.get(key) ?? null,
    setItem: (key: string, value: string) => void tab().device.localStorage.set(key, value),
    removeItem: (key: string) => void tab().device.localStorage.delete(key),
  };
  const navigator = {
    userAgent: 'Simulated',
    platform: 'Simulated',
    get onLine() {
      return tab().device.network.online;
    },
    storage: {
      persist: async () => true,
      persisted: async () => true,
      estimate: async () => ({ quota: 1e9, usage: tab().device.disk.used }),
    },
  };
  const locks = () => tab().device.locks.clientOf(tab());
  const withLocks = new Proxy(navigator, {
    has: (target, key) => (key === 'locks' ? tab().device.hasLocks : Reflect.has(target, key)),
    get: (target, key) => (key === 'locks' ? (tab().device.hasLocks ? locks() : undefined) : Reflect.get(target, key)),
  });
  const indexedDB = {
    open: (name: string, version?: number) => new SimFactory(tab().device.disk, tab()).open(name, version),
    deleteDatabase: (name: string) => new SimFactory(tab().device.disk, tab()).deleteDatabase(name),
    databases: () => new SimFactory(tab().device.disk, tab()).databases(),
    cmp: (a: unknown, b: unknown) => new SimFactory(tab().device.disk, tab()).cmp(a, b),
  };
  const crypto = { randomUUID: () => tab().random.uuid(), getRandomValues: <T>(values: T) => values };
  // Delays with jitter come out in their upper half, so that the oracle knows how many may be over by when.
  const math: object = Object.create(Math, { random: { value: () => 0.5 + tab().random.next() / 2 } });
  const globals = {
    setTimeout,
    setInterval,
    clearTimeout: clear,
    clearInterval: clear,
    Date: SimDate,
    Math: math,
    performance: { now: () => tab().device.kernel.now, mark: () => undefined, measure: () => undefined },
    navigator: withLocks,
    localStorage: storage,
    indexedDB,
    IDBKeyRange: SimKeyRange,
    IDBDatabase: SimDatabase,
    IDBObjectStore: SimObjectStore,
    IDBIndex: SimIndex,
    IDBCursor: SimCursor,
    IDBTransaction: SimTransaction,
    IDBRequest: SimRequest,
    IDBOpenDBRequest: SimOpenRequest,
    fetch: (input: string | URL | SimRequestMessage, init?: RequestInit) =>
      tab().device.network.fetchOf(tab())(input, init),
    Request: SimRequestMessage,
    Response: SimResponseMessage,
    crypto,
    BroadcastChannel: new Proxy(class {}, {
      construct: (_, [name]: [string]) => new (tab().device.channels.classOf(tab()))(name),
    }),
    MessageChannel: new Proxy(class {}, { construct: () => messageChannelOf(tab()) }),
    location: { origin: ORIGIN, href: `${ORIGIN}/`, pathname: '/', search: '', reload: () => undefined },
    isSecureContext: true,
  };
  const window = new Proxy(globals, {
    get: (target, key) => {
      const of = tab().window;
      if (key === 'addEventListener') return of.addEventListener.bind(of);
      if (key === 'removeEventListener') return of.removeEventListener.bind(of);
      return Reflect.get(target, key);
    },
  });
  return { ...globals, window, self: window, globalThis: window };
}
