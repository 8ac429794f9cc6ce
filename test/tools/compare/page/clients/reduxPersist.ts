import localforage from 'localforage';
import { type AnyAction, createStore } from 'redux';
import { persistReducer, persistStore } from 'redux-persist-6';
import { bodyOf, isRefusal, JSON_HEADERS, type OpenOutbox } from '../outbox';

interface QueueState {
  marks: number[];
}

const RETRY_MS = 2_000;

function reducer(state: QueueState = { marks: [] }, { type, mark }: AnyAction): QueueState {
  if (type === 'save') return { marks: [...state.marks, mark] };
  return type === 'sent' ? { marks: state.marks.slice(1) } : state;
}

/** The queue as one persisted value, the way a tutorial writes it: sent in order, on a timer and when online. */
export const open: OpenOutbox = async (target) => {
  const store = createStore(persistReducer({ key: 'queue', storage: localforage }, reducer));
  await new Promise<void>((resolve) => persistStore(store, null, resolve));
  let isSending = false;
  const send = async () => {
    if (isSending) return;
    isSending = true;
    for (let [mark] = store.getState().marks; mark !== undefined; [mark] = store.getState().marks) {
      const body = JSON.stringify(bodyOf(target, mark));
      const response = await fetch(target.url, { method: 'POST', headers: JSON_HEADERS, body }).catch(() => null);
      if (!response || (!response.ok && !isRefusal(response.status))) break;
      store.dispatch({ type: 'sent' });
    }
    isSending = false;
  };
  window.addEventListener('online', () => void send());
  setInterval(() => void send(), RETRY_MS);
  return {
    save: async (mark) => {
      store.dispatch({ type: 'save', mark });
      void send();
      return true;
    },
    waiting: async () => store.getState().marks.length,
  };
};
