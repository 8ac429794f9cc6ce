import { beforeEach, describe, expect, it } from 'vitest';
import {
  aStockedLocation,
  deliveryBody,
  type StockedLocation,
  startVisit,
} from '../../../support/server/aStockedLocation';
import { anItem, aUser, NOW } from '../../../support/server/builders';
import type { SignedIn } from '../../../support/server/harness';
import { serverOfEachTest } from '../../../support/server/serverOfFile';

const server = await serverOfEachTest();
let rep: SignedIn;
let store: StockedLocation;

beforeEach(async () => {
  rep = await server.signIn(await aUser(server.db, { name: 'Ada' }));
  store = await aStockedLocation(server.db);
});

const daysBefore = (days: number) => new Date(NOW.getTime() - days * 86_400_000).toISOString();

async function deliverLines(who: SignedIn, location: StockedLocation, lines: object[], days = 0, visit?: string) {
  const body = { ...deliveryBody(location, 0, visit), lines };
  const response = await who.post('/api/deliveries', body, { 'Captured-At': daysBefore(days) });
  expect(response.statusCode).toBe(201);
}

async function submitVisit(who: SignedIn, location: StockedLocation, outcome: string, days = 0) {
  const headers = { 'Captured-At': daysBefore(days) };
  const visit = await startVisit(who, location, headers);
  const response = await who.post(`/api/visits/${visit._id}/submit`, { outcome, note: '' }, headers);
  expect(response.statusCode).toBe(200);
}

describe('items usage', () => {
  it('sums quantity and amount per item, most used first, and separates two items of one name', async () => {
    const twin = await anItem(server.db, { name: 'Cola', sku: 'TWIN', priceCents: 10, pricePerPackCents: null });
    const line = (item: string, quantity: number) => ({ item, quantity, packaging: 'case' });
    await deliverLines(rep, store, [line(store.itemId, 2.5), line(twin.id, 1), line(store.itemId, 1)]);
    await deliverLines(rep, store, [line(twin.id, 4)]);
    expect((await rep.get('/api/reports/items-usage')).json()).toEqual([
      { name: 'Cola', sku: 'TWIN', quantity: 5, amount: 0.5 },
      { name: 'Cola', sku: `SKU-${store.itemId}`, quantity: 3.5, amount: 52.5 },
    ]);
    expect((await rep.get('/api/reports/items-usage?limit=1')).json()).toHaveLength(1);
  });

  it('returns ten rows unless the limit is given', async () => {
    for (let made = 0; made < 12; made += 1) {
      const item = await anItem(server.db);
      await deliverLines(rep, store, [{ item: item.id, quantity: 1, packaging: 'each' }]);
    }
    expect((await rep.get('/api/reports/items-usage')).json()).toHaveLength(10);
    expect((await rep.get('/api/reports/items-usage?limit=999999999')).json()).toHaveLength(12);
  });

  it('filters by range and location', async () => {
    const elsewhere = await aStockedLocation(server.db);
    const piece = (location: StockedLocation) => [{ item: location.itemId, quantity: 1, packaging: 'each' }];
    await deliverLines(rep, store, piece(store), 9);
    await deliverLines(rep, elsewhere, piece(elsewhere), 3);
    const skus = async (query: string) =>
      (await rep.get(`/api/reports/items-usage?${query}`)).json().map((row: { sku: string }) => row.sku);
    expect(await skus(`from=${daysBefore(4)}`)).toEqual([`SKU-${elsewhere.itemId}`]);
    expect(await skus(`to=${daysBefore(4)}`)).toEqual([`SKU-${store.itemId}`]);
    expect(await skus(`location=${store.locationId}`)).toEqual([`SKU-${store.itemId}`]);
  });
});

describe('rep productivity', () => {
  it('counts deliveries and amounts by delivery time and visits by submit time, highest total first', async () => {
    const bea = await server.signIn(await aUser(server.db, { name: 'Bea' }));
    const cid = await server.signIn(await aUser(server.db, { name: 'Cid' }));
    const pieces = (quantity: number) => [{ item: store.itemId, quantity, packaging: 'each' }];
    await deliverLines(rep, store, pieces(1));
    await deliverLines(bea, store, pieces(4));
    await deliverLines(bea, store, pieces(2));
    await submitVisit(cid, store, 'no_access');
    await submitVisit(bea, store, 'skipped', 20);
    await startVisit(rep, store);
    expect((await rep.get(`/api/reports/rep-productivity?from=${daysBefore(7)}`)).json()).toEqual([
      { repName: 'Bea', total: 9, visitCount: 0, deliveries: 2 },
      { repName: 'Ada', total: 1.5, visitCount: 0, deliveries: 1 },
      { repName: 'Cid', total: 0, visitCount: 1, deliveries: 0 },
    ]);
  });
});

describe('outcomes', () => {
  it('counts submitted visits by each of the five outcomes', async () => {
    await submitVisit(rep, store, 'partial', 8);
    await submitVisit(rep, store, 'partial', 2);
    await submitVisit(rep, store, 'other', 1);
    await startVisit(rep, store);
    const none = { completed: 0, partial: 0, no_access: 0, skipped: 0, other: 0 };
    expect((await rep.get('/api/reports/outcomes')).json()).toEqual({ ...none, partial: 2, other: 1 });
    const lastDays = await rep.get(`/api/reports/outcomes?from=${daysBefore(3).slice(0, 10)}`);
    expect(lastDays.json()).toEqual({ ...none, partial: 1, other: 1 });
    expect((await rep.get('/api/reports/outcomes?location=nowhere')).json()).toEqual(none);
  });
});

describe('a range that ends before it begins', () => {
  it.each([
    ['by one instant', 'from=2026-03-10&to=2026-03-09'],
    ['by days', 'from=2026-03-10&to=2026-03-01'],
  ])('%s returns empty reports', async (_by, range) => {
    await deliverLines(rep, store, [{ item: store.itemId, quantity: 1, packaging: 'each' }]);
    await submitVisit(rep, store, 'partial');
    const get = async (path: string) => {
      const responses = [await rep.get(`/api/${path}?${range}&location=${store.locationId}`)];
      responses.push(await rep.get(`/api/${path}?${range}`));
      expect(responses.map((response) => `${path} ${response.statusCode}`)).toEqual([`${path} 200`, `${path} 200`]);
      expect(responses[0]?.body).toBe(responses[1]?.body);
      return responses[0];
    };
    expect((await get('reports/items-usage'))?.json()).toEqual([]);
    expect((await get('reports/rep-productivity'))?.json()).toEqual([]);
    expect(Object.values((await get('reports/outcomes'))?.json())).toEqual([0, 0, 0, 0, 0]);
    expect((await get('deliveries'))?.json()).toMatchObject({ data: [], pageInfo: { total: 0 } });
    for (const file of ['deliveries', 'items-summary', 'reps']) {
      expect((await get(`exports/${file}.csv`))?.body.trim().split('\n')).toHaveLength(1);
    }
  });
});
