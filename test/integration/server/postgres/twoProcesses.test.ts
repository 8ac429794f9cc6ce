import { setTimeout } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import type { Delivery } from '../../../../src/contract/deliveries';
import type { Item } from '../../../../src/contract/items';
import type { Database } from '../../../../src/server/db/database';
import { beginSession } from '../../../../src/server/auth/sessions';
import { changePrices } from '../../../../src/server/services/itemPrices';
import { aStockedLocation } from '../../../support/server/aStockedLocation';
import { anItem, aUser } from '../../../support/server/builders';
import { type ServerProcess, startServerProcess } from '../../../support/server/serverProcess';
import { openTestDatabase } from '../../../support/server/testDatabase';

/** Price changes in one process while two other processes list and record, all on one PostgreSQL. */
const database = await openTestDatabase();
const processes: ServerProcess[] = [];
afterAll(async () => {
  for (const { end } of processes) await end('SIGKILL');
  await database.close();
});

const ITEMS = 12;
/** How many price changes have to be seen at work. */
const CHANGES = process.env.FULL === '1' ? 40 : 6;

/** Longer than it takes until a change is valid, so that some are committed after that instant. */
const HELD_MAX_MS = 1_200;

/**
 * Gives all items one price, the number of the change in whole dollars, in a transaction that takes its time to end.
 */
async function changeAll(db: Database, itemIds: readonly string[], number: number): Promise<void> {
  const changes = itemIds.map((itemId) => ({ itemId, priceCents: number * 100, pricePerPackCents: null }));
  await db.transaction(async (tx) => {
    await changePrices(tx, changes, () => new Date());
    await setTimeout((number * 370) % HELD_MAX_MS);
  });
}

/** The one price that all have; the test fails when there are two. */
function onePrice(prices: readonly (number | null)[]): number {
  expect(new Set(prices).size).toBe(1);
  return prices[0] ?? Number.NaN;
}

it('all lines of a delivery have the price of the item list that its Prices-As-Of names', async () => {
  const { db, url } = database;
  const store = await aStockedLocation(db);
  const itemIds = [store.itemId];
  while (itemIds.length < ITEMS) itemIds.push((await anItem(db)).id);
  await changeAll(db, itemIds, 1);
  const rep = await aUser(db);
  const cookie = `session=${await beginSession(db, rep.id, new Date())}`;
  const env = { DATABASE_URL: url ?? '', NODE_ENV: 'production' };
  processes.push(await startServerProcess(env), await startServerProcess(env));

  const call = async (process: number, path: string, body?: object, headers: Record<string, string> = {}) => {
    const type: Record<string, string> = body ? { 'content-type': 'application/json' } : {};
    const response = await fetch(`${processes[process]?.url}/api${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { cookie, ...type, ...headers },
      ...(body && { body: JSON.stringify(body) }),
    });
    expect(response.ok).toBe(true);
    return { headers: response.headers, body: (await response.json()) as unknown };
  };
  const look = async (process: number) => {
    const { headers, body } = await call(process, '/items');
    const date = new Date(headers.get('date') ?? '').toISOString();
    return {
      price: onePrice((body as Item[]).map(({ price }) => price)),
      asOf: headers.get('prices-as-of') ?? '',
      date,
    };
  };
  const lines = itemIds.map((item) => ({ item, quantity: 1, packaging: 'each' }));
  const deliver = async (process: number, headers: Record<string, string>) => {
    const { body } = await call(
      process,
      '/deliveries',
      { location: store.locationId, box: store.boxIds[0], lines },
      headers,
    );
    const delivery = body as Delivery;
    return { price: onePrice(delivery.lines.map(({ unitPrice }) => unitPrice)), at: delivery.createdAt };
  };

  const prices = new Set<number>();
  let number = 1;
  const change = async () => {
    while (prices.size < CHANGES) {
      number += 1;
      await changeAll(db, itemIds, number);
    }
  };
  const work = async (process: number) => {
    while (prices.size < CHANGES) {
      const list = await look(process);
      prices.add(list.price);
      for (const instant of [list.asOf, list.date]) {
        const { price } = await deliver(1 - process, { 'Prices-As-Of': instant });
        expect(price).toBe(list.price);
      }
      const unnamed = await deliver(process, {});
      const again = await deliver(1 - process, { 'Prices-As-Of': unnamed.at });
      expect(again.price).toBe(unnamed.price);
    }
  };
  await Promise.all([change(), work(0), work(1), work(0), work(1)]);
  expect(number).toBeGreaterThan(CHANGES);
});
