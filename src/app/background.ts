import { showAppBadge } from './appBadge';
import { dayStartMs } from '../domain/dates';
import { prefetchIfStale } from '../state/offlineReadiness/offlineReadiness';
import { measureStorage } from '../state/device/device';
import { setOfferedInstall } from '../state/device/installPrompt';
import type { AppStore } from '../state/root/types';
import { preloadRepScreens } from './preloadScreen';

/** How long background work waits after the first screen, ms. */
const FIRST_SCREEN_MS = 1_000;
const IDLE_WITHIN_MS = 3_000;

/** Resolves when that time is over and the browser is idle. Safari has no idle callback. */
async function whenIdle(firstScreen: Promise<void>): Promise<void> {
  await firstScreen;
  await new Promise((resolve) => setTimeout(resolve, FIRST_SCREEN_MS));
  if (!('requestIdleCallback' in window)) return;
  await new Promise((resolve) => requestIdleCallback(resolve, { timeout: IDLE_WITHIN_MS }));
}

/**
 * Starts the background work: fetches the data for a day without signal, loads the code of the screens of a rep's usual
 * tasks, registers the service worker (not in development), reports the queue to the server, shows the number of
 * waiting changes on the app's icon, withdraws the offer to install after an installation, and measures the storage at
 * the start and whenever the window gets the focus. `firstScreen` resolves when the first screen's code is loaded.
 */
export async function startBackground(store: AppStore, firstScreen: Promise<void>): Promise<void> {
  showAppBadge(store, navigator);
  window.addEventListener('appinstalled', () => setOfferedInstall(null));
  const measure = () => void measureStorage(navigator.storage, store.dispatch);
  measure();
  window.addEventListener('focus', measure);
  // Storing the data and the app's files takes the network and the processor for a while.
  await whenIdle(firstScreen);
  // Without a connection the registration may fail: the next start tries again.
  const startWorker = () =>
    import('./appUpdate').then(({ watchForUpdate }) => watchForUpdate(store)).catch(() => undefined);
  const startReports = () =>
    import('../state/sync/startSyncReports')
      .then(({ startSyncReportsOfBrowser }) => startSyncReportsOfBrowser(store))
      .catch(() => undefined);
  await Promise.all([
    startReports(),
    preloadRepScreens(),
    store.dispatch(prefetchIfStale(dayStartMs(new Date()))),
    import.meta.env.PROD ? startWorker() : null,
  ]);
}
