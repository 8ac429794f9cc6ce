/// <reference lib="webworker" />
import { BackgroundSyncPlugin } from 'workbox-background-sync';
import { registerRoute } from 'workbox-routing';
import { NetworkOnly } from 'workbox-strategies';

declare const self: ServiceWorkerGlobalScope;

self.addEventListener('install', () => void self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

/** As its guide has it: what fails by the network waits for a day at most. */
const plugin = new BackgroundSyncPlugin('deliveries', { maxRetentionTime: 24 * 60 });
registerRoute(/\/api\/deliveries$/, new NetworkOnly({ plugins: [plugin] }), 'POST');
