import './timing';
import type { OpenOutbox } from './outbox';

const clients: Record<string, () => Promise<{ open: OpenOutbox }>> = {
  ours: () => import('./clients/ours'),
  reduxOffline: () => import('./clients/reduxOffline'),
  reduxPersist: () => import('./clients/reduxPersist'),
  tanstackOffline: () => import('./clients/tanstackOffline'),
  tanstackQuery: () => import('./clients/tanstackQuery'),
  workbox: () => import('./clients/workbox'),
};

window.openOutbox = async (client, target) => {
  const module = await clients[client]?.();
  window.outbox = await module?.open(target);
};
