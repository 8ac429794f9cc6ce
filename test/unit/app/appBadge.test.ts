import { expect, test } from 'vitest';
import { showAppBadge } from '../../../src/app/appBadge';
import { entriesDiscarded, entryFailed, entryQueued, queueReloaded } from '../../../src/offline/actions';
import { sessionConfirmed } from '../../../src/state/slices/sessionSlice';
import { aDevice } from '../../support/app/device';
import { aRep } from '../../support/app/openApp';
import { aSummary } from '../../support/queue/anEntry';

const own = { userId: aRep._id };
const nothing = { entries: [], firstTries: [], serverIds: {}, quarantined: 0, newer: [], ended: [] };

test('the icon shows the number of the user’s own waiting and refused entries, and no badge when there are none', async () => {
  const store = await aDevice('http://server.test').open();
  const shown: (number | null)[] = [];
  showAppBadge(store, {
    setAppBadge: async (count) => void shown.push(count ?? 0),
    clearAppBadge: async () => void shown.push(null),
  });
  store.dispatch(sessionConfirmed(aRep));
  store.dispatch(queueReloaded(nothing));
  store.dispatch(entryQueued(aSummary({ id: 'e1', seq: 1, ...own })));
  store.dispatch(entryQueued(aSummary({ id: 'e2', seq: 2, ...own })));
  store.dispatch(entryQueued(aSummary({ id: 'e3', seq: 3, userId: 'u9' })));
  store.dispatch(entryFailed({ ...aSummary({ id: 'e1', seq: 1, ...own }), state: 'refused' }));
  store.dispatch(entriesDiscarded({ ids: ['e1', 'e2'] }));
  expect(shown).toEqual([null, 1, 2, null]);
});

test('a browser that has no badge, or refuses one, causes no error', async () => {
  const store = await aDevice('http://server.test').open();
  showAppBadge(store, {});
  showAppBadge(store, { setAppBadge: () => Promise.reject(new DOMException('Not installed', 'NotAllowedError')) });
  store.dispatch(sessionConfirmed(aRep));
  store.dispatch(queueReloaded(nothing));
  store.dispatch(entryQueued(aSummary({ id: 'e1', ...own })));
  await Promise.resolve();
  expect(store.getState().queue.entries).toHaveLength(1);
});
