import { beforeEach, describe, expect, it } from 'vitest';
import {
  aStockedLocation,
  deliver,
  deliveryBody,
  type StockedLocation,
  startVisit,
} from '../../../support/server/aStockedLocation';
import { anItem, NOW } from '../../../support/server/builders';
import type { SignedIn } from '../../../support/server/harness';
import { serverOfEachTest } from '../../../support/server/serverOfFile';

const server = await serverOfEachTest();
let admin: SignedIn;
let rep: SignedIn;
let store: StockedLocation;
beforeEach(async () => {
  [admin, rep] = [await server.signIn('admin'), await server.signIn('rep')];
  store = await aStockedLocation(server.db);
});

const MINUTE_MS = 60_000;
const minutes = (count: number) => new Date(NOW.getTime() + count * MINUTE_MS);
const captured = (at: number) => ({ 'captured-at': minutes(at).toISOString() });

/** Deactivates at minute 10; it is minute 60 afterwards. */
async function deactivate(url: string): Promise<void> {
  server.time.now = minutes(10);
  expect((await admin.patch(url, { active: false })).statusCode).toBe(200);
  server.time.now = minutes(60);
}

const refusal = (name: string) => ({
  error: `${name} was deactivated before this was captured. Choose another, or ask an admin.`,
  reason: 'deactivated',
});

describe.each([
  ['item', () => `/api/items/${store.itemId}`, 'Cola'],
  ['location', () => `/api/locations/${store.locationId}`, 'Corner Store'],
  ['box', () => `/api/boxes/${store.boxIds[0]}`, 'Box 1'],
])('a delivery that names an inactive %s', (_what, url, name) => {
  it('is accepted when it was captured before', async () => {
    await deactivate(url());
    const response = await rep.post('/api/deliveries', deliveryBody(store, 0), captured(9));
    expect([response.statusCode, response.json().total]).toEqual([201, 3]);
  });

  it('is refused with a message when it was captured after, or now', async () => {
    await deactivate(url());
    for (const headers of [captured(10), captured(59), {}]) {
      const response = await rep.post('/api/deliveries', deliveryBody(store, 0), headers);
      expect([response.statusCode, response.json()]).toEqual([409, refusal(name)]);
    }
  });

  it('is accepted again after reactivation', async () => {
    await deactivate(url());
    await admin.patch(url(), { active: true });
    expect((await rep.post('/api/deliveries', deliveryBody(store, 0), captured(59))).statusCode).toBe(201);
  });
});

describe('an edit of a delivery', () => {
  it('keeps an inactive item of the delivery, and accepts no other', async () => {
    const made = await deliver(rep, store, 0);
    const other = await anItem(server.db, { name: 'Chips' });
    await deactivate(`/api/items/${store.itemId}`);
    await deactivate(`/api/items/${other.id}`);
    const line = (item: string) => ({ item, quantity: 5, packaging: 'each' });
    const url = `/api/deliveries/${made._id}`;
    expect((await rep.patch(url, { lines: [line(store.itemId)] })).statusCode).toBe(200);
    const added = { lines: [line(store.itemId), line(other.id)] };
    expect((await rep.patch(url, added)).json()).toEqual(refusal('Chips'));
    expect((await rep.patch(url, added, captured(9))).statusCode).toBe(200);
  });
});

describe('a visit at an inactive location', () => {
  const url = () => `/api/locations/${store.locationId}`;

  it('is started when that was captured before, and refused with a message otherwise', async () => {
    await deactivate(url());
    const late = await rep.post('/api/visits', { location: store.locationId }, captured(30));
    expect([late.statusCode, late.json()]).toEqual([409, refusal('Corner Store')]);
    expect((await rep.post('/api/visits', { location: store.locationId }, captured(5))).statusCode).toBe(201);
  });

  it('that is open can be continued and submitted, and stays in the history', async () => {
    const visit = await startVisit(rep, store);
    await deactivate(url());
    expect((await startVisit(rep, store))._id).toBe(visit._id);
    expect((await rep.post(`/api/visits/${visit._id}/submit`, { outcome: 'partial' })).statusCode).toBe(200);
    expect((await rep.get(`/api/visits?location=${store.locationId}`)).json()).toHaveLength(1);
  });

  it('the location gets no new box', async () => {
    await deactivate(url());
    const response = await admin.post('/api/boxes', { label: 'New', size: 'S', location: store.locationId });
    expect([response.statusCode, response.json()]).toEqual([409, refusal('Corner Store')]);
  });
});

it('a visit is completed without the inactive box', async () => {
  const visit = await startVisit(rep, store);
  await deliver(rep, store, 0, visit._id);
  const submit = () => rep.post(`/api/visits/${visit._id}/submit`, { outcome: 'completed' });
  expect((await submit()).statusCode).toBe(409);
  await deactivate(`/api/boxes/${store.boxIds[1]}`);
  expect((await submit()).statusCode).toBe(200);
});

it('earlier deliveries stay in lists and reports', async () => {
  await deliver(rep, store, 0);
  const reads = ['/api/deliveries', '/api/reports/items-usage', '/api/exports/deliveries.csv?mode=lines'];
  const before = await Promise.all(reads.map(async (url) => (await admin.get(url)).body));
  await deactivate(`/api/items/${store.itemId}`);
  await deactivate(`/api/boxes/${store.boxIds[0]}`);
  await deactivate(`/api/locations/${store.locationId}`);
  expect(await Promise.all(reads.map(async (url) => (await admin.get(url)).body))).toEqual(before);
});
