import { measureStorage } from '../state/device';
import { shareSession } from '../state/shareSession';
import type { AppStore } from '../state/storeTypes';
import { watchForUpdate } from './appUpdate';

const SESSION_CHANNEL = 'field-sales-session';
const IDLE_WITHIN_MS = 3_000;

/** Resolves when the first screen has what it needs, or has had its time. Safari has no idle callback. */
function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: IDLE_WITHIN_MS });
    else setTimeout(resolve);
  });
}

/**
 * What runs beside the screens, loaded once they stand: the service worker (not in development, where there is none),
 * a look at the storage, at the start and whenever the app comes to the front, and what the tabs tell each other of who
 * is signed in.
 */
export async function startBackground(store: AppStore): Promise<void> {
  shareSession(new BroadcastChannel(SESSION_CHANNEL), store);
  const measure = () => void measureStorage(navigator.storage, store.dispatch);
  measure();
  window.addEventListener('focus', measure);
  if (!import.meta.env.PROD) return;
  // Keeping the whole app for a start without signal takes the network and the processor for a while.
  await whenIdle();
  await watchForUpdate(store);
}
