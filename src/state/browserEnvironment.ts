import { nanoid } from '@reduxjs/toolkit';
import localforage from 'localforage';
import { createTransport } from '../api/transport';
import { API_BASE_PATH } from '../domain/constants';
import { createCountKeeper } from '../offline/countKeeper';
import { createIdbRecordStore } from '../offline/idbRecordStore';
import { createLeaseLocks } from '../offline/leaseLocks';
import { createQueueChannel } from '../offline/queueChannel';
import { createWebLocks } from '../offline/webLocks';
import type { Environment } from './makeStore';

const CACHE_DATABASE = 'field-sales-caches';
const QUEUE_CHANNEL = 'field-sales-queue';
const RANDOM_ID_LENGTH = 32;

/** Browsers know randomUUID on secure pages only; a test server in the office may not be one. */
function randomId(): string {
  return window.isSecureContext ? crypto.randomUUID() : nanoid(RANDOM_ID_LENGTH);
}

function schedule(work: () => void, delayMs: number): () => void {
  const timer = window.setTimeout(work, delayMs);
  return () => window.clearTimeout(timer);
}

function every(ms: number, work: () => void): () => void {
  const timer = window.setInterval(work, ms);
  return () => window.clearInterval(timer);
}

/** Asked for each time: a browser that forbids storage throws at the mere mention, and the app works online without. */
const smallStorage: Pick<Storage, 'getItem' | 'setItem'> = {
  getItem: (key) => window.localStorage.getItem(key),
  setItem: (key, value) => window.localStorage.setItem(key, value),
};

/** The environment of the app in a browser. IndexedDB is pinned: a silent fallback would look like empty caches. */
export function browserEnvironment(): Environment {
  const records = createIdbRecordStore();
  const tabId = randomId();
  const hasLocks = 'locks' in navigator;
  return {
    transport: createTransport({ baseUrl: new URL(API_BASE_PATH, window.location.origin).href }),
    now: Date.now,
    newId: randomId,
    random: Math.random,
    cacheStorage: localforage.createInstance({ name: CACHE_DATABASE, driver: localforage.INDEXEDDB }),
    records,
    countKeeper: createCountKeeper(smallStorage),
    locks: hasLocks
      ? createWebLocks(navigator.locks, tabId)
      : createLeaseLocks({ store: records, tabId, now: Date.now, every }),
    channel: createQueueChannel(new BroadcastChannel(QUEUE_CHANNEL)),
    schedule,
    askToPersist: () => void navigator.storage?.persist?.().catch(() => false),
  };
}
