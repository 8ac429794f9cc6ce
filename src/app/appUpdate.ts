import { Workbox } from 'workbox-window';
import { HOUR_MS } from '../domain/durations';
import { updateBecameReady } from '../state/slices/deviceSlice';
import type { AppStore } from '../state/root/types';

/** Where the worker is (spec §1). */
const WORKER_PATH = '/sw.js';
/** The only policy that the server's content security policy lets the app make. */
const WORKER_POLICY = 'service-worker';
/** An app that stays open for days looks for a new version by itself. */
const LOOK_EVERY_MS = HOUR_MS;

let worker: Workbox | null = null;
let isReloadRequested = false;

type WorkerUrl = ConstructorParameters<typeof Workbox>[0];

declare global {
  interface Window {
    /** The part that is used here; absent from browsers without Trusted Types. */
    trustedTypes?: {
      createPolicy(name: string, rules: { createScriptURL(): string }): { createScriptURL(url: string): WorkerUrl };
    };
  }
}

/** The worker's URL, approved by a policy where the browser asks for that. */
function workerUrl(): WorkerUrl {
  const policy = window.trustedTypes?.createPolicy(WORKER_POLICY, { createScriptURL: () => WORKER_PATH });
  return policy?.createScriptURL(WORKER_PATH) ?? WORKER_PATH;
}

/**
 * Registers the service worker. Tells the store when a newer version of the app waits, or when it was activated in
 * another tab. A page reloads only when the person asks for it.
 */
export async function watchForUpdate(store: AppStore): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  worker = new Workbox(workerUrl());
  worker.addEventListener('waiting', () => store.dispatch(updateBecameReady()));
  worker.addEventListener('controlling', ({ isUpdate }) => {
    if (isReloadRequested) window.location.reload();
    else if (isUpdate) store.dispatch(updateBecameReady());
  });
  await worker.register();
  window.setInterval(() => void worker?.update().catch(() => undefined), LOOK_EVERY_MS);
}

/** Activates the new version and reloads the page. */
export async function takeUpdate(): Promise<void> {
  isReloadRequested = true;
  const registration = await navigator.serviceWorker.getRegistration();
  if (registration?.waiting) worker?.messageSkipWaiting();
  else window.location.reload();
}
