import { measureStorage } from '../state/device';
import type { AppStore } from '../state/storeTypes';
import { watchForUpdate } from './appUpdate';

/**
 * What runs beside the screens, loaded once they stand: the service worker (not in development, where there is none)
 * and a look at the storage, at the start and whenever the app comes to the front.
 */
export async function startBackground(store: AppStore): Promise<void> {
  const measure = () => void measureStorage(navigator.storage, store.dispatch);
  measure();
  window.addEventListener('focus', measure);
  if (import.meta.env.PROD) await watchForUpdate(store);
}
