import { createAsyncStoragePersister } from '@tanstack/query-async-storage-persister';
import { MutationObserver, QueryClient } from '@tanstack/query-core';
import { persistQueryClientRestore, persistQueryClientSubscribe } from '@tanstack/query-persist-client-core';
import localforage from 'localforage';
import { bodyOf, JSON_HEADERS, type OpenOutbox } from '../outbox';

const KEY = ['create'];

/** Paused mutations, persisted with a scope that keeps their order, and resumed at the start, as its guide says. */
export const open: OpenOutbox = async (target) => {
  const queryClient = new QueryClient();
  queryClient.setMutationDefaults(KEY, {
    mutationFn: async (mark: number) => {
      const body = JSON.stringify(bodyOf(target, mark));
      const response = await fetch(target.url, { method: 'POST', headers: JSON_HEADERS, body });
      if (!response.ok) throw new Error(`failed with ${response.status}`);
      return response.json();
    },
    scope: { id: 'deliveries' },
  });
  const persister = createAsyncStoragePersister({ storage: localforage });
  queryClient.mount();
  await persistQueryClientRestore({ queryClient, persister });
  persistQueryClientSubscribe({ queryClient, persister });
  void queryClient.resumePausedMutations();
  return {
    save: (mark) =>
      new Promise((resolve) => {
        const observer = new MutationObserver(queryClient, { mutationKey: KEY });
        const unsubscribe = observer.subscribe(({ isPaused, isSuccess, isError }) => {
          if (!isPaused && !isSuccess && !isError) return;
          unsubscribe();
          resolve(!isError);
        });
        observer.mutate(mark as never).catch(() => undefined);
      }),
    waiting: async () =>
      queryClient
        .getMutationCache()
        .getAll()
        .filter(({ state }) => state.status === 'pending').length,
  };
};
