import { clientsClaim } from 'workbox-core';
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { API_BASE_PATH } from './domain/constants';

declare const self: ServiceWorkerGlobalScope;

/**
 * The service worker, built to `/sw.js` (spec §1). It caches the app's own files, so that any route of the app opens
 * without a connection. It never responds for `/api` and never sends a write: `src/offline` does.
 */
precacheAndRoute(self.__WB_MANIFEST);
cleanupOutdatedCaches();
registerRoute(
  new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: [new RegExp(`^${API_BASE_PATH}(?:/|$)`)] }),
);

// The first visit works offline at once. An update waits until the person accepts it.
clientsClaim();
self.addEventListener('message', (event) => {
  if ((event.data as { type?: unknown } | null)?.type === 'SKIP_WAITING') void self.skipWaiting();
});
