import { dayStartMs } from '../domain/dates';
import { prefetchIfStale } from '../state/offlineReadiness/offlineReadiness';
import { measureStorage } from '../state/device/device';
import { shareSession } from '../state/session/shareSession';
import type { AppStore } from '../state/root/types';

const SESSION_CHANNEL = 'field-sales-session';
/** The first screen has the network and the processor for itself for so long. */
const FIRST_SCREEN_MS = 1_000;
const IDLE_WITHIN_MS = 3_000;

/** Resolves when the first screen has had its time and nothing is going on. Safari has no idle callback. */
async function whenIdle(firstScreen: Promise<void>): Promise<void> {
  await firstScreen;
  await new Promise((resolve) => setTimeout(resolve, FIRST_SCREEN_MS));
  if (!('requestIdleCallback' in window)) return;
  await new Promise((resolve) => requestIdleCallback(resolve, { timeout: IDLE_WITHIN_MS }));
}

/**
 * What runs beside the screens once they stand: what a day without signal needs, the service worker (not in
 * development, where there is none), a look at the storage, at the start and whenever the app comes to the front, and
 * what the tabs tell each other of who is signed in. `firstScreen` resolves when its code is there.
 */
export async function startBackground(store: AppStore, firstScreen: Promise<void>): Promise<void> {
  shareSession(new BroadcastChannel(SESSION_CHANNEL), store);
  const measure = () => void measureStorage(navigator.storage, store.dispatch);
  measure();
  window.addEventListener('focus', measure);
  // Keeping the data and the whole app for a start without signal takes the network and the processor for a while.
  await whenIdle(firstScreen);
  // Without a connection there may be no worker to be had: the next start tries again.
  const startWorker = () =>
    import('./appUpdate').then(({ watchForUpdate }) => watchForUpdate(store)).catch(() => undefined);
  await Promise.all([
    store.dispatch(prefetchIfStale(dayStartMs(new Date()))),
    import.meta.env.PROD ? startWorker() : null,
  ]);
}
