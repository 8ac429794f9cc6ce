import { clientsClaim } from 'workbox-core';
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { API_BASE_PATH } from './domain/constants';

declare const self: ServiceWorkerGlobalScope;

/**
 * The service worker, built to `/sw.js` (spec §1). It keeps the app's own files, so that any address of the app
 * opens without a connection. It never answers for `/api` and never sends a write: that is `src/offline`.
 */
precacheAndRoute(self.__WB_MANIFEST);
cleanupOutdatedCaches();
registerRoute(
  new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: [new RegExp(`^${API_BASE_PATH}(?:/|$)`)] }),
);

// The first visit works offline at once. An update waits: it takes over when the person says so.
clientsClaim();
self.addEventListener('message', (event) => {
  if ((event.data as { type?: unknown } | null)?.type === 'SKIP_WAITING') void self.skipWaiting();
});
