import { beforeEach, expect, test } from 'vitest';
import { visitsApi } from '../../../src/api/visitsApi';
import { sessionConfirmed } from '../../../src/state/slices/sessionSlice';
import type { AppStore } from '../../../src/state/root/types';
import { aWrite } from '../../support/app/aWrite';
import { aDevice, noNetwork } from '../../support/app/device';
import { respondingWith, aRep, json } from '../../support/app/openApp';

const { listVisits, getVisit, startVisit } = visitsApi.endpoints;
const submittedAt = '2026-11-20T16:00:00.000Z';
const aVisit = (_id: string, location: string, more: object = {}) => ({
  _id,
  rep: { _id: aRep._id, name: aRep.name },
  location: { _id: location, name: location },
  submittedAt,
  createdAt: submittedAt,
  ...more,
});
/** More than one device holds. */
const pastVisits = Array.from({ length: 2_001 }, (_, index) => aVisit(`past${index}`, 'l2'));

const device = aDevice('http://server.test');
let store: AppStore;
beforeEach(async () => {
  store = await device.open();
  store.dispatch(sessionConfirmed(aRep));
  device.network.fault = respondingWith({
    'GET /visits/open': () => json(aVisit('open', 'l1', { submittedAt: null })),
    'GET /visits': ({ url }) => {
      const location = new URL(url).searchParams.get('location');
      return json(location ? ['a', 'b'].map((one) => aVisit(`${location}${one}`, location)) : pastVisits);
    },
  });
});

test('the visits of every opened location stay on the device', async () => {
  const locations = Array.from({ length: 200 }, (_, index) => `location${index}`);
  for (const location of locations) await store.dispatch(listVisits.initiate({ location, limit: 2 }));
  const { recentVisitsCache, visitsCache } = store.getState();
  const shown = Object.values(recentVisitsCache.byKey).flatMap(({ value }) => value);
  expect(shown).toHaveLength(400);
  expect(shown.filter((id) => !visitsCache.byKey[id])).toEqual([]);
});

test('an open visit is never evicted by submitted ones, and can be continued without a connection', async () => {
  await store.dispatch(getVisit.initiate('open'));
  await store.dispatch(listVisits.initiate({}));
  expect(Object.keys(store.getState().visitsCache.byKey)).toHaveLength(2_000);
  device.network.fault = noNetwork;
  const { data } = await store.dispatch(startVisit.initiate(aWrite({ location: 'l1' })));
  expect(data).toMatchObject({ _id: 'open' });
});
