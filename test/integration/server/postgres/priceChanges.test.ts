import { beforeEach, describe, expect, it } from 'vitest';
import type { Delivery } from '../../../../src/contract/deliveries';
import type { Item } from '../../../../src/contract/items';
import { changePrices, selectItemsAt } from '../../../../src/server/services/itemPrices';
import { aStockedLocation, deliveryBody, type StockedLocation } from '../../../support/server/aStockedLocation';
import { NOW } from '../../../support/server/builders';
import type { SignedIn } from '../../../support/server/harness';
import { serverOfEachTest } from '../../../support/server/serverOfFile';
import { untilLocked } from '../../../support/server/untilLocked';

const server = await serverOfEachTest();
let rep: SignedIn;
let store: StockedLocation;

beforeEach(async () => {
  rep = await server.signIn('rep');
  store = await aStockedLocation(server.db);
});

const later = (ms: number) => new Date(NOW.getTime() + ms);
const clock = () => server.time.now;
const newPrices = () => [{ itemId: store.itemId, priceCents: 200, pricePerPackCents: null }];
const listed = async () => ((await rep.get('/api/items')).json() as Item[])[0]?.price;
const delivered = async (headers: Record<string, string> = {}) => {
  const response = await rep.post('/api/deliveries', deliveryBody(store, 0), headers);
  return (response.json() as Delivery).lines[0]?.unitPrice;
};

describe('a price change that commits after it becomes valid', () => {
  it('blocks the lists and deliveries of that time until then; all get the new price', async () => {
    const { shown, recorded } = await server.db.transaction(async (tx) => {
      await changePrices(tx, newPrices(), clock);
      server.time.now = later(5_000);
      const [list, delivery] = [listed(), delivered()];
      await Promise.race([untilLocked(server.db), list, delivery]);
      return { shown: { list }, recorded: { delivery } };
    });
    expect([await shown.list, await recorded.delivery]).toEqual([2, 2]);
    expect(await delivered({ 'Prices-As-Of': NOW.toISOString() })).toBe(1.5);
  });
});

describe('a price change that waits while a list is read', () => {
  it('becomes valid after the time of that list', async () => {
    const asOf = later(5_000);
    const { change } = await server.db.transaction(async (tx) => {
      await selectItemsAt(tx, NOW);
      const waiting = server.db.transaction((other) => changePrices(other, newPrices(), clock));
      await Promise.race([untilLocked(server.db), waiting]);
      server.time.now = asOf;
      expect((await selectItemsAt(tx, asOf))[0]?.priceCents).toBe(150);
      return { change: waiting };
    });
    await change;
    server.time.now = later(10_000);
    expect(await listed()).toBe(2);
    expect(await delivered({ 'Prices-As-Of': asOf.toISOString() })).toBe(1.5);
  });
});
