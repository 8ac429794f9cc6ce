import { offline } from '@redux-offline/redux-offline';
import offlineConfig from '@redux-offline/redux-offline/lib/defaults';
import { createStore } from 'redux';
import { bodyOf, type OpenOutbox } from '../outbox';

interface OfflineState {
  offline: { outbox: unknown[] };
}

/** Its defaults: effects by fetch, state in redux-persist, ten retries from 1 s to 1 h, 4xx discarded. */
export const open: OpenOutbox = (target) =>
  new Promise((resolve) => {
    const config = { ...offlineConfig, persistCallback: () => resolve(outbox) };
    const store = offline(config)(createStore)((state) => state, {});
    const outbox = {
      save: async (mark: number) => {
        const effect = { url: target.url, method: 'POST', json: bodyOf(target, mark) };
        const meta = { offline: { effect, commit: { type: 'saved' }, rollback: { type: 'refused' } } };
        store.dispatch({ type: 'save', meta });
        return true;
      },
      waiting: async () => (store.getState() as OfflineState).offline.outbox.length,
    };
  });
