import { bodyOf, JSON_HEADERS, type OpenOutbox } from '../outbox';

const WORKER = '/workboxWorker.js';

/** How many requests its queue holds, read from its database. */
function countRequests(): Promise<number> {
  return new Promise((resolve) => {
    const opened = indexedDB.open('workbox-background-sync');
    opened.onerror = () => resolve(0);
    opened.onsuccess = () => {
      const database = opened.result;
      if (!database.objectStoreNames.contains('requests')) {
        database.close();
        return resolve(0);
      }
      const count = database.transaction('requests').objectStore('requests').count();
      count.onsuccess = () => {
        database.close();
        resolve(count.result);
      };
    };
  });
}

/** Browsers take an approved URL where a string stands in their types. */
interface UrlPolicies {
  createPolicy(name: string, rules: { createScriptURL(): string }): { createScriptURL(url: string): string };
}

/** The server's policy allows the address of a worker from one source alone. */
function workerUrl(): string {
  const { trustedTypes } = window as { trustedTypes?: UrlPolicies };
  const policy = trustedTypes?.createPolicy('service-worker', { createScriptURL: () => WORKER });
  return policy?.createScriptURL(WORKER) ?? WORKER;
}

/** The page sends; its worker keeps what failed by the network and sends it at the browser's sync event. */
export const open: OpenOutbox = async (target) => {
  await navigator.serviceWorker.register(workerUrl(), { type: 'module' });
  await navigator.serviceWorker.ready;
  if (!navigator.serviceWorker.controller) {
    await new Promise((resolve) =>
      navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
    );
  }
  return {
    save: async (mark) => {
      const body = JSON.stringify(bodyOf(target, mark));
      const response = await fetch(target.url, { method: 'POST', headers: JSON_HEADERS, body }).catch(() => null);
      // A request that failed by the network waits in the worker, as its guide promises.
      return response === null || response.ok;
    },
    waiting: countRequests,
  };
};
