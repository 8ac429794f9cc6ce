import localforage from 'localforage';
import { createTransport } from '../../api/client/transport';
import { API_BASE_PATH } from '../../domain/constants';
import { createIdbRecordStore } from '../../offline/storage/idbRecordStore';
import { createInTabLocks } from '../../offline/tabs/inTabLocks';
import { createQueueChannel, heartbeatOver } from '../../offline/tabs/queueChannel';
import { createWebLocks } from '../../offline/tabs/webLocks';
import type { Environment } from './makeStore';
import { randomId } from '../device/randomId';

const CACHE_DATABASE = 'field-sales-caches';
const QUEUE_CHANNEL = 'field-sales-queue';

function schedule(work: () => void, delayMs: number): () => void {
  const timer = window.setTimeout(work, delayMs);
  return () => window.clearTimeout(timer);
}

function every(ms: number, work: () => void): () => void {
  const timer = window.setInterval(work, ms);
  return () => window.clearInterval(timer);
}

/**
 * The next task: a screen that asks for data shows first, since a slow phone needs as long as a frame to begin a
 * request. A timer would wait for up to a second in a hidden tab.
 */
function nextTask(): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port2.onmessage = () => {
      port2.close();
      resolve();
    };
    port1.postMessage(null);
  });
}

/**
 * The environment of the app in a browser. Only the IndexedDB driver is allowed: a silent fallback would look like
 * empty caches.
 */
export function browserEnvironment(): Environment {
  const records = createIdbRecordStore();
  const tabId = randomId();
  const channel = createQueueChannel(new BroadcastChannel(QUEUE_CHANNEL));
  return {
    transport: createTransport({
      baseUrl: new URL(API_BASE_PATH, window.location.origin).href,
      beforeRead: nextTask,
    }),
    now: Date.now,
    newId: randomId,
    random: Math.random,
    cacheStorage: localforage.createInstance({ name: CACHE_DATABASE, driver: localforage.INDEXEDDB }),
    records,
    locks:
      'locks' in navigator
        ? createWebLocks({
            ...{ manager: navigator.locks, tabId, heartbeat: heartbeatOver(channel) },
            ...{ elapsedMs: () => performance.now(), every },
          })
        : createInTabLocks(tabId),
    channel,
    schedule,
    askToPersist: () => void navigator.storage?.persist?.().catch(() => false),
  };
}
