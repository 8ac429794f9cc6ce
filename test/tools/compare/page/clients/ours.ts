import { deliveriesApi } from '../../../../../src/api/deliveriesApi';
import { checkSession } from '../../../../../src/state/session/session';
import { browserEnvironment } from '../../../../../src/state/store/browserEnvironment';
import { makeStore } from '../../../../../src/state/store/makeStore';
import { bodyOf, type OpenOutbox } from '../outbox';

/** The app's own store, as `src/main.tsx` makes it. */
export const open: OpenOutbox = async (target) => {
  const { store, ready } = makeStore(browserEnvironment());
  await ready;
  await store.dispatch(checkSession());
  return {
    save: async (mark) => {
      const write = { writeId: crypto.randomUUID(), body: bodyOf(target, mark), pricesAsOf: null };
      const { data } = await store.dispatch(deliveriesApi.endpoints.createDelivery.initiate(write, { track: false }));
      return data !== undefined;
    },
    waiting: async () => store.getState().queue.entries.length,
  };
};
