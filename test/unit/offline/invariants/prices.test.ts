// @vitest-environment node
import { expect, it } from 'vitest';
import { deliveriesApi } from '../../../../src/api/deliveriesApi';
import { itemsApi } from '../../../../src/api/itemsApi';
import { DAY_MS } from '../../../../src/domain/durations';
import { deliveryLines } from '../../../../src/server/db/schema';
import { editRefusedEntry } from '../../../../src/state/outbox/editRefusedEntry';
import { deliveryBody } from '../../../support/server/aStockedLocation';
import { aPriceChange } from '../../../support/server/builders';
import { aWrite } from '../../../support/app/aWrite';
import { setUpQueueFixture } from '../../../support/queue/queueFixture';

const setUp = setUpQueueFixture();
const { createDelivery, updateDelivery } = deliveriesApi.endpoints;

/** The field with the item list read: two pieces cost $3.00. */
async function withPrices() {
  const fixture = await setUp();
  const { device, tab, server, location, rep } = fixture;
  const readItems = async () => {
    void tab.store.dispatch(itemsApi.endpoints.listItems.initiate(undefined, { forceRefetch: true }));
    await device.clock.settle();
  };
  await readItems();
  /** What the form with the list that the device has now would send. */
  const pricesAsOf = () => tab.store.getState().itemsCache.byKey.all?.pricesAsOf ?? null;
  const shown = () => tab.store.getState().itemsCache.byKey.all?.value[0]?.price;
  const deliver = async (box: number, asOf: string | null) => {
    const write = { ...aWrite(deliveryBody(location, box)), pricesAsOf: asOf };
    void tab.store.dispatch(createDelivery.initiate(write));
    await device.clock.settle();
  };
  /** The admin's price list makes a piece cost $9.99. */
  const raisePrice = () =>
    aPriceChange(
      server.db,
      location.itemId,
      { priceCents: 999, pricePerPackCents: 9990 },
      new Date(device.clock.now()),
    );
  const recorded = async () => {
    const response = await rep.get('/api/deliveries');
    const { data } = response.json() as { data: { total: number; _id: string }[] };
    return data.map(({ total }) => total).sort((a, b) => b - a);
  };
  return { ...fixture, readItems, pricesAsOf, shown, deliver, raisePrice, recorded };
}

it('32 the price that the form showed is recorded, though it was raised before the sync', async () => {
  const { device, readItems, pricesAsOf, shown, deliver, raisePrice, recorded } = await withPrices();
  expect(shown()).toBe(1.5);
  const asShown = pricesAsOf();
  expect(asShown).toBe(new Date(device.clock.now()).toISOString());
  await device.setOnline(false);
  // The list may be a day old when the form is filled.
  await device.clock.advance(DAY_MS);
  await raisePrice();
  await device.clock.advance(60_000);
  await deliver(0, asShown);
  expect(device.entries()).toMatchObject([{ pricesAsOf: asShown }]);
  await device.setOnline(true);
  await device.clock.advance(60_000);
  expect(device.entries()).toEqual([]);
  expect(await recorded()).toEqual([3]);
  await readItems();
  expect(shown()).toBe(9.99);
  await deliver(1, pricesAsOf());
  expect(await recorded()).toEqual([19.98, 3]);
});

it('32 a queued edit keeps the price of an unchanged line, whatever the price list is by then', async () => {
  const { device, tab, server, location, pricesAsOf, deliver, raisePrice, readItems, deliveryRows } =
    await withPrices();
  await deliver(0, pricesAsOf());
  const id = (await deliveryRows())[0]?.id ?? '';
  await raisePrice();
  await device.clock.advance(60_000);
  await readItems();
  await device.setOnline(false);
  const lines = [{ item: location.itemId, quantity: 4, packaging: 'each' as const }];
  void tab.store.dispatch(
    updateDelivery.initiate({ id, visitId: null, ...aWrite({ lines }), pricesAsOf: pricesAsOf() }),
  );
  await device.clock.settle();
  await device.setOnline(true);
  await device.clock.advance(60_000);
  expect(await server.db.select().from(deliveryLines)).toMatchObject([
    { quantityHundredths: 400, unitPriceCents: 150 },
  ]);
});

it('32 a corrected delivery has the prices that the correcting form showed', async () => {
  const { device, tab, location, pricesAsOf, deliver, raisePrice, readItems, recorded } = await withPrices();
  await device.setOnline(false);
  await deliver(0, pricesAsOf());
  device.network.faults = ['status422'];
  await device.setOnline(true);
  const [entry] = device.entries();
  await raisePrice();
  await device.clock.advance(60_000);
  await readItems();
  const lines = [{ item: location.itemId, quantity: 1, packaging: 'each' }];
  const part = { lines, pricesAsOf: pricesAsOf() };
  expect(await tab.store.dispatch(editRefusedEntry(entry?.id ?? '', part, false))).toBe('replaced');
  expect(device.entries()).toMatchObject([{ body: { lines }, pricesAsOf: part.pricesAsOf }]);
  await device.clock.advance(5_000);
  expect(await recorded()).toEqual([9.99]);
});

it('32 a correction on a screen without prices keeps the prices of the first form', async () => {
  const { device, tab, location, pricesAsOf, deliver, raisePrice, recorded } = await withPrices();
  await device.setOnline(false);
  await deliver(0, pricesAsOf());
  device.network.faults = ['status422'];
  await device.setOnline(true);
  const [entry] = device.entries();
  await raisePrice();
  await device.clock.advance(60_000);
  const lines = [{ item: location.itemId, quantity: 4, packaging: 'each' }];
  expect(await tab.store.dispatch(editRefusedEntry(entry?.id ?? '', { lines }, false))).toBe('replaced');
  await device.clock.advance(5_000);
  expect(await recorded()).toEqual([6]);
});

/** A delivery that was refused and is corrected at the present prices, and an edit over it, saved before or after. */
async function withEditOver(isSavedBefore: boolean) {
  const fixture = await withPrices();
  const { device, tab, location, pricesAsOf, deliver, raisePrice, readItems } = fixture;
  await device.setOnline(false);
  const asShown = pricesAsOf();
  await deliver(0, asShown);
  const [delivery] = device.entries();
  const lines = (quantity: number) => [{ item: location.itemId, quantity, packaging: 'each' as const }];
  const edit = async () => {
    const write = { ...aWrite({ lines: lines(4) }), base: { baseVersion: null, over: delivery?.id ?? '' } };
    const id = delivery?.creates ?? '';
    void tab.store.dispatch(updateDelivery.initiate({ id, visitId: null, ...write, pricesAsOf: asShown }));
    await device.clock.settle();
  };
  if (isSavedBefore) await edit();
  device.network.faults = ['status422'];
  await device.setOnline(true);
  await raisePrice();
  await device.clock.advance(60_000);
  await readItems();
  device.network.gateway = ({ method }) => (method === 'GET' ? null : new Response(null, { status: 503 }));
  const part = { lines: lines(1), pricesAsOf: pricesAsOf() };
  const result = await tab.store.dispatch(editRefusedEntry(delivery?.id ?? '', part, false));
  if (!isSavedBefore) await edit();
  device.network.gateway = () => null;
  await device.clock.advance(10 * 60_000);
  return { ...fixture, result };
}

it('32 an edit of a delivery that another tab corrected at other prices meanwhile conflicts', async () => {
  const { device, recorded, result } = await withEditOver(false);
  expect(result).toBe('replaced');
  expect(await recorded()).toEqual([9.99]);
  expect(device.states()).toMatchObject([{ state: 'refused', lastError: { status: 412 } }]);
});

it('32 a waiting edit does not conflict with the correction of its delivery by a form that showed it', async () => {
  const { device, recorded, result } = await withEditOver(true);
  expect(result).toBe('superseded');
  expect(device.entries()).toEqual([]);
  expect(await recorded()).toEqual([39.96]);
});
