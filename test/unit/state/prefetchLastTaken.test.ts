import { expect, test } from 'vitest';
import { locationsApi } from '../../../src/api/locationsApi';
import { takenDeliveriesApi } from '../../../src/api/takenDeliveriesApi';
import { LAST_TAKEN_CHARS_MAX } from '../../../src/domain/constants';
import { prefetchLastTaken } from '../../../src/state/deliveries/prefetchLastTaken';
import { aDevice } from '../../support/app/device';
import { respondingWith, json } from '../../support/app/openApp';

/** A delivery whose lines take up this many characters of the cache. */
const aDelivery = (location: string, chars: number) => ({
  _id: `d-${location}`,
  location: { _id: location, name: location },
  box: { _id: `b-${location}`, label: 'Box' },
  lines: [{ item: { _id: 'i1', name: 'Cola' }, quantity: 1, packaging: 'x'.repeat(chars), unitPrice: 1, lineTotal: 1 }],
  createdAt: '2026-03-01T10:00:00Z',
  total: 1,
});

/** A tab that knows these locations; `requested` collects those whose deliveries it requests. */
async function aTabWith(locations: string[], charsEach: number) {
  const device = aDevice('http://server.test');
  const requested: string[] = [];
  device.network.fault = respondingWith({
    'GET /locations': () => json(locations.map((_id) => ({ _id, name: _id }))),
    'GET /deliveries': (request) => {
      const location = new URL(request.url).searchParams.get('location') ?? '';
      requested.push(location);
      return json([aDelivery(location, charsEach)]);
    },
  });
  const store = await device.open();
  await store.dispatch(locationsApi.endpoints.listLocations.initiate({}));
  /** Everything fetched until now is of an earlier day. */
  const startDay = async () => {
    await new Promise((resolve) => setTimeout(resolve, 2));
    requested.length = 0;
    await store.dispatch(prefetchLastTaken(Date.now()));
  };
  return { store, requested, startDay };
}

test('a full cache adds no location, and refreshes all that it has', async () => {
  const { store, requested, startDay } = await aTabWith(['l1', 'l2', 'l3', 'l4'], LAST_TAKEN_CHARS_MAX / 2);
  await startDay();
  expect(requested).toEqual(['l1', 'l2']);
  await startDay();
  expect(requested).toEqual(['l1', 'l2']);
  expect(store.getState().lastTakenCache.byKey.l3).toBeUndefined();
});

test('the locations never fetched are fetched first, then the oldest', async () => {
  const { store, requested, startDay } = await aTabWith(['l1', 'l2', 'l3'], 10);
  for (const id of ['l3', 'l1']) {
    await store.dispatch(takenDeliveriesApi.endpoints.listTakenDeliveries.initiate(id));
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  await startDay();
  expect(requested).toEqual(['l2', 'l3', 'l1']);
});
