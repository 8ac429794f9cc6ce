import { beforeEach, describe, expect, it } from 'vitest';
import type { ItemPrice } from '../../../../src/contract/items';
import { DAY_MS } from '../../../../src/domain/durations';
import { audit } from '../../../../src/server/db/auditSchema';
import { setPrice } from '../../../../src/server/services/priceHistory';
import { aStockedLocation, deliveryBody, type StockedLocation } from '../../../support/server/aStockedLocation';
import { NOW } from '../../../support/server/builders';
import type { SignedIn } from '../../../support/server/harness';
import { serverOfEachTest } from '../../../support/server/serverOfFile';

const server = await serverOfEachTest();
let admin: SignedIn;
let rep: SignedIn;
let store: StockedLocation;
let url: string;
beforeEach(async () => {
  [admin, rep] = [await server.signIn('admin'), await server.signIn('rep')];
  store = await aStockedLocation(server.db);
  url = `/api/items/${store.itemId}/prices`;
});

/** Midnight in Iowa of the day after `NOW`. */
const TOMORROW = '2026-03-11T05:00:00.000Z';
const later = (ms: number) => new Date(NOW.getTime() + ms).toISOString();
const history = async () =>
  ((await admin.get(url)).json() as ItemPrice[]).map(({ validFrom, price, pricePerPack }) => [
    validFrom,
    price,
    pricePerPack,
  ]);
const totalOf = async (capturedAt: string) =>
  (await rep.post('/api/deliveries', deliveryBody(store, 0), { 'captured-at': capturedAt })).json().total;

describe('a price that is valid from tomorrow', () => {
  it('is in the price history and not yet in the list of items', async () => {
    const response = await admin.post(url, { from: TOMORROW, price: 2, pricePerPack: 20 });
    expect([response.statusCode, response.json()]).toEqual([
      201,
      { validFrom: TOMORROW, price: 2, pricePerPack: 20, createdAt: NOW.toISOString() },
    ]);
    expect(await history()).toEqual([
      [TOMORROW, 2, 20],
      [null, 1.5, 15],
    ]);
    expect((await rep.get('/api/items')).json()).toMatchObject([{ price: 1.5, pricePerPack: 15 }]);
    server.time.now = new Date(TOMORROW);
    expect((await rep.get('/api/items')).json()).toMatchObject([{ price: 2, pricePerPack: 20 }]);
  });

  it('applies to deliveries captured from then on, whenever they are sent', async () => {
    await admin.post(url, { from: TOMORROW, price: 2, pricePerPack: 20 });
    server.time.now = new Date(Date.parse(TOMORROW) + DAY_MS);
    expect(await totalOf('2026-03-11T04:59:59.999Z')).toBe(3);
    expect(await totalOf(TOMORROW)).toBe(4);
  });

  it('is replaced by another price of the same instant', async () => {
    await admin.post(url, { from: TOMORROW, price: 2, pricePerPack: 20 });
    await admin.post(url, { from: TOMORROW, price: 1.5, pricePerPack: 15 });
    expect(await history()).toEqual([
      [TOMORROW, 1.5, 15],
      [null, 1.5, 15],
    ]);
  });

  it('adds an audit row with the price that it replaces', async () => {
    await admin.post(url, { from: TOMORROW, price: 2 });
    const entry = { userId: admin.user.id, action: 'setPrice', entity: 'item', entityId: store.itemId };
    expect(await server.db.select().from(audit)).toMatchObject([
      { ...entry, before: { price: 1.5, pricePerPack: 15 }, after: { price: 2, pricePerPack: null } },
    ]);
  });
});

it('a price that is valid from today starts at the next second', async () => {
  expect((await admin.post(url, { pricePerPack: 20 })).json().validFrom).toBe(later(1_000));
  server.time.now = new Date(later(1_000));
  expect((await rep.get('/api/items')).json()).toMatchObject([{ price: null, pricePerPack: 20 }]);
});

it('the response to a new price has the time of the clock under the lock, as the history has it', async () => {
  // The clock passes a second while the change waits for the lock.
  const setting = {
    itemId: store.itemId,
    user: { ...admin.user, _id: admin.user.id },
    now: new Date(later(995)),
    clock: () => new Date(later(1_003)),
  };
  const response = await server.db.transaction((tx) => setPrice(tx, setting, { price: 2 }));
  expect(response).toMatchObject({ validFrom: later(2_000), createdAt: later(1_003) });
  expect((await admin.get(url)).json()[0]).toEqual(response);
});

it('prices that are valid already are the response, and nothing is written', async () => {
  const [beginning] = (await admin.get(url)).json();
  const response = await admin.post(url, { price: 1.5, pricePerPack: 15 });
  expect([response.statusCode, response.json()]).toEqual([201, beginning]);
  expect(await history()).toHaveLength(1);
  expect(await server.db.$count(audit)).toBe(0);
});

it.each([
  [{ from: TOMORROW }, 'Give the item a price or a price per pack.'],
  [{ price: -1 }, 'The price must be from 0 to 1,000,000'],
  [{ price: 1.005 }, 'at most two decimals'],
  [{ price: '2' }, 'The price must be'],
  [{ price: 2, from: 'tomorrow' }, '"from" must be an ISO instant'],
  [{ price: 2, from: later(500) }, '"from" must be an ISO instant to the whole second'],
  [{ price: 2, from: '2026-03-10T00:00:00.000Z' }, 'A price can begin today or on a later day.'],
  [{ price: 2, from: '2126-03-10T00:00:00.000Z' }, 'A price can begin within the next five years.'],
  [{ price: 2, validFrom: TOMORROW }, 'Unknown field: validFrom'],
])('setting a price refuses %o with 400 and the reason', async (body, reason) => {
  const response = await admin.post(url, body);
  expect(response.statusCode).toBe(400);
  expect(response.json().error).toContain(reason);
  expect(await history()).toHaveLength(1);
  expect(await server.db.$count(audit)).toBe(0);
});

it('reading and setting prices is refused for an unknown item with 404, and for users who are no admin', async () => {
  const unknown = '/api/items/unknown/prices';
  expect((await admin.get(unknown)).statusCode).toBe(404);
  expect((await admin.post(unknown, { price: 2 })).statusCode).toBe(404);
  expect([(await rep.get(url)).statusCode, (await server.anyone.get(url)).statusCode]).toEqual([403, 401]);
  expect((await rep.post(url, { price: 2 })).statusCode).toBe(403);
});
