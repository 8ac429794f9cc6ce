import { IDBFactory } from 'fake-indexeddb';
import { createTransport } from '../../../src/api/client/transport';
import { API_BASE_PATH } from '../../../src/domain/constants';
import { createIdbRecordStore } from '../../../src/offline/storage/idbRecordStore';
import type { RecordStore } from '../../../src/offline/storage/recordStore';
import type { TabLocks } from '../../../src/offline/tabs/locks';
import { createWebLocks } from '../../../src/offline/tabs/webLocks';
import type { QueueChannel, QueueMessage } from '../../../src/offline/tabs/queueChannel';
import { type Environment, makeStore } from '../../../src/state/store/makeStore';
import type { SliceStorage } from '../../../src/state/root/sliceStorage';
import type { AppStore } from '../../../src/state/root/types';
import { SimLockManager } from './simLockManager';

/** A browser profile. Its cookies, disk and network outlive the app's restarts. */
export interface Device {
  network: {
    /** Handles the next requests instead of the server; `null` for a network that works. Throw to have no network. */
    fault: ((request: Request) => Promise<Response> | never) | null;
    /** Called for each request that goes to the server, with the function that sends it; `null` for none. */
    passing: ((request: Request, send: () => Promise<Response>) => Promise<Response>) | null;
  };
  cookies: Map<string, string>;
  /** The stored slices, as texts by their keys. */
  caches: Map<string, string>;
  /** While true, the disk of the queue has no room for a write. */
  isDiskFull: boolean;
  /** Opens the app in a new tab: a store that has read what the device remembers. */
  open(): Promise<AppStore>;
  /** The environment of a tab's store. */
  environment(): Environment;
}

/** No network at all, as fetch reports it. */
export function noNetwork(): never {
  throw new TypeError('Failed to fetch');
}

/** A storage of slices: texts by their keys. */
export function memoryStorage(values: Map<string, string>): SliceStorage {
  return {
    getItem: async (key: string) => values.get(key) ?? null,
    setItem: async (key: string, value: string) => void values.set(key, value),
    removeItem: async (key: string) => void values.delete(key),
    keys: async () => [...values.keys()],
  };
}

function keepCookies(response: Response, cookies: Map<string, string>): void {
  for (const line of response.headers.getSetCookie()) {
    const [pair = ''] = line.split(';');
    const [name = '', value = ''] = pair.split('=');
    if (value) cookies.set(name, value);
    else cookies.delete(name);
  }
}

/** The locks and the channel that the tabs of one device share. */
class Tabs {
  private readonly manager = new SimLockManager();
  private readonly listeners = new Map<string, (message: QueueMessage) => void>();

  locks(tabId: string): TabLocks {
    const signs = { send: () => undefined, subscribe: () => () => undefined };
    return createWebLocks({
      manager: this.manager.client(tabId),
      tabId,
      heartbeat: signs,
      elapsedMs: () => performance.now(),
      every: () => () => undefined,
    });
  }

  channel(tabId: string): QueueChannel {
    return {
      post: (message) => {
        for (const [tab, listener] of this.listeners) if (tab !== tabId) listener(message);
      },
      subscribe: (listener) => {
        this.listeners.set(tabId, listener);
        return () => this.listeners.delete(tabId);
      },
    };
  }
}

function schedule(work: () => void, delayMs: number): () => void {
  const timer = setTimeout(work, delayMs);
  timer.unref();
  return () => clearTimeout(timer);
}

/** The records of the queue on a disk that has room, or none. */
function recordsWithRoom(hasRoom: () => boolean): RecordStore {
  const records = createIdbRecordStore();
  return {
    async transact(mode, stores, work) {
      if (mode === 'readwrite' && !hasRoom()) throw new DOMException('No room', 'QuotaExceededError');
      return records.transact(mode, stores, work);
    },
  };
}

/** A device that talks to a real server at `url`. */
export function aDevice(url: string): Device {
  const cookies = new Map<string, string>();
  const caches = new Map<string, string>();
  const network: Device['network'] = { fault: null, passing: null };
  const disk = new IDBFactory();
  const tabs = new Tabs();

  const fetchFn: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    if (network.fault) return network.fault(request);
    const headers = new Headers(request.headers);
    headers.set('Cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '));
    const send = async () => {
      const response = await fetch(new Request(request, { headers }));
      keepCookies(response, cookies);
      return response;
    };
    return network.passing ? network.passing(request, send) : send();
  };

  const environment = (): Environment => {
    globalThis.indexedDB = disk;
    const tabId = crypto.randomUUID();
    return {
      transport: createTransport({ baseUrl: `${url}${API_BASE_PATH}`, fetchFn }),
      now: Date.now,
      newId: () => crypto.randomUUID(),
      random: Math.random,
      schedule,
      cacheStorage: memoryStorage(caches),
      records: recordsWithRoom(() => !device.isDiskFull),
      locks: tabs.locks(tabId),
      channel: tabs.channel(tabId),
      askToPersist: () => undefined,
    };
  };

  const device: Device = {
    network,
    cookies,
    caches,
    isDiskFull: false,
    environment,
    open: async () => {
      const { store, ready } = makeStore(environment());
      await ready;
      return store;
    },
  };
  return device;
}
