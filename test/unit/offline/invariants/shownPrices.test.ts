// @vitest-environment node
import { isDeepStrictEqual } from 'node:util';
import { expect, it } from 'vitest';
import { asRecord } from '../../../../src/api/parsers/values';
import { deliveriesApi } from '../../../../src/api/deliveriesApi';
import { itemsApi } from '../../../../src/api/itemsApi';
import { syncRequested } from '../../../../src/offline/actions';
import { pendingDeliveries } from '../../../../src/offline/pending';
import { deliveries } from '../../../../src/server/db/schema';
import { editRefusedEntry } from '../../../../src/state/outbox/editRefusedEntry';
import type { RootState } from '../../../../src/state/root/rootReducer';
import { selectOwnEntries } from '../../../../src/state/pending/pendingSelectors';
import { pendingDeliveryView, withPendingEdit } from '../../../../src/state/pending/pendingDeliveryViews';
import { baseOf } from '../../../../src/state/pending/writeBase';
import { aWrite } from '../../../support/app/aWrite';
import { setUpQueueFixture } from '../../../support/queue/queueFixture';
import { deliveryBody } from '../../../support/server/aStockedLocation';
import { aPriceChange } from '../../../support/server/builders';
import { shownUnitPrices } from '../../../../src/state/pending/shownUnitPrices';

const setUp = setUpQueueFixture();
const { createDelivery, updateDelivery, getDelivery } = deliveriesApi.endpoints;
const MINUTE_MS = 60_000;

/** The instant of the item list that this device shows. */
const pricesAsOfList = ({ itemsCache }: RootState) => itemsCache.byKey.all?.pricesAsOf ?? null;

/**
 * A delivery of two pieces at $1.50, saved without a connection. Then the price rises to $9.99 and the list is read.
 * 'status500After': the server had recorded its form with one piece before.
 */
async function savedBeforeTheRise(fault: 'status503' | 'status422' | 'status500After') {
  const { device, tab, server, location } = await setUp();
  const { dispatch, getState } = tab.store;
  const readItems = async () => {
    void dispatch(itemsApi.endpoints.listItems.initiate(undefined, { forceRefetch: true }));
    await device.clock.settle();
  };
  await readItems();
  const pricesAsOf = () => pricesAsOfList(getState());
  const shown = () => {
    const { itemsCache: items, boxesCache: boxes, locationsCache: locations } = getState();
    const [entry] = pendingDeliveries(selectOwnEntries(getState()));
    if (!entry) throw new Error('No delivery waits');
    return pendingDeliveryView(entry, null, { items, boxes, locations });
  };
  device.network.faults = [fault];
  const id = crypto.randomUUID();
  const press = async (quantity: number) => {
    const lines = [{ item: location.itemId, quantity, packaging: 'each' as const }];
    const body = { ...deliveryBody(location, 0), lines };
    void dispatch(createDelivery.initiate({ ...aWrite(body, id), pricesAsOf: pricesAsOf() }));
    await device.clock.settle();
  };
  if (fault === 'status500After') await press(1);
  await device.setOnline(false);
  await press(2);
  expect(shown().total).toBe(3);
  const dearer = { priceCents: 999, pricePerPackCents: 9990 };
  await aPriceChange(server.db, location.itemId, dearer, new Date(device.clock.now()));
  await device.clock.advance(MINUTE_MS);
  await device.setOnline(true);
  await readItems();
  const send = async () => {
    await device.clock.advance(10 * MINUTE_MS);
    void dispatch(syncRequested({}));
    await device.clock.advance(MINUTE_MS);
    return (await server.db.select().from(deliveries)).map(({ totalCents }) => totalCents);
  };
  return { device, dispatch, location, pricesAsOf, shown, send };
}

it('32 a waiting delivery is shown with the prices of its form after the list has changed', async () => {
  const { shown, send } = await savedBeforeTheRise('status503');
  expect(shown()).toMatchObject({ total: 3, lines: [{ unitPrice: 1.5 }] });
  expect(await send()).toEqual([300]);
});

it('32 an edit of a waiting delivery is shown with the price that it is recorded with', async () => {
  const { device, dispatch, location, pricesAsOf, shown, send } = await savedBeforeTheRise('status503');
  expect(shown().linesWithKeptPrices).toMatchObject([{ unitPrice: 1.5 }]);
  const edit = aWrite({ lines: [{ item: location.itemId, quantity: 3, packaging: 'each' as const }] });
  const base = baseOf(shown());
  void dispatch(updateDelivery.initiate({ id: shown()._id, visitId: null, ...edit, base, pricesAsOf: pricesAsOf() }));
  await device.clock.settle();
  expect(shown().total).toBe(4.5);
  expect(await send()).toEqual([450]);
});

it('32 the correction of a refused delivery is shown with the prices that it is recorded with', async () => {
  const { dispatch, location, pricesAsOf, shown, send } = await savedBeforeTheRise('status422');
  expect(shown()).toMatchObject({ total: 3, pending: { state: 'refused' }, linesWithKeptPrices: [] });
  const lines = [{ item: location.itemId, quantity: 3, packaging: 'each' }];
  const entryId = shown().pending?.entryId ?? '';
  expect(await dispatch(editRefusedEntry(entryId, { lines, pricesAsOf: pricesAsOf() }, false))).toBe('replaced');
  expect(shown().total).toBe(29.97);
  expect(await send()).toEqual([2997]);
});

it('32 the correction of what was recorded otherwise is shown with the recorded price, which it keeps', async () => {
  const { dispatch, location, pricesAsOf, shown, send } = await savedBeforeTheRise('status500After');
  expect(shown()).toMatchObject({
    pending: { state: 'refused' },
    linesWithKeptPrices: [{ quantity: 1, unitPrice: 1.5 }],
  });
  const lines = [{ item: location.itemId, quantity: 3, packaging: 'each' }];
  const entryId = shown().pending?.entryId ?? '';
  expect(await dispatch(editRefusedEntry(entryId, { lines, pricesAsOf: pricesAsOf() }, false))).toBe('replaced');
  expect(await send()).toEqual([450]);
});

/** A recorded delivery of two pieces at $1.50. Its rep edits it without a connection. */
async function editedOffline() {
  const { device, tab, server, location, work } = await setUp();
  const { dispatch, getState } = tab.store;
  const readItems = async () => {
    void dispatch(itemsApi.endpoints.listItems.initiate(undefined, { forceRefetch: true }));
    await device.clock.settle();
  };
  await readItems();
  const id = (await work.deliver(0)).result?.id ?? '';
  const { data: recorded } = await dispatch(getDelivery.initiate(id, { forceRefetch: true }));
  if (!recorded) throw new Error('The delivery was not recorded');
  // No event tells the browser so: the first edit is tried, and its next try is not due when the items are read.
  device.network.online = false;
  const shown = () => {
    const { queue, itemsCache } = getState();
    return withPendingEdit(recorded, selectOwnEntries(getState()), queue.serverIds, itemsCache);
  };
  const edit = async (...lines: [packaging: 'each' | 'case', quantity: number][]) => {
    const body = { lines: lines.map(([packaging, quantity]) => ({ item: location.itemId, quantity, packaging })) };
    const pricesAsOf = pricesAsOfList(getState());
    void dispatch(updateDelivery.initiate({ id, visitId: null, ...aWrite(body), base: baseOf(shown()), pricesAsOf }));
    await device.clock.settle();
  };
  /** The price rises to $9.99 a piece and $999 a case, and the device reads the list. */
  const raisePrices = async () => {
    const dearer = { priceCents: 999, pricePerPackCents: 99_900 };
    await aPriceChange(server.db, location.itemId, dearer, new Date(device.clock.now()));
    await device.clock.advance(MINUTE_MS);
    device.network.online = true;
    await readItems();
    device.network.online = false;
  };
  const send = async () => {
    await device.setOnline(true);
    await device.clock.advance(MINUTE_MS);
    return (await server.db.select().from(deliveries)).map(({ totalCents }) => totalCents);
  };
  return { device, dispatch, getState, itemId: location.itemId, edit, shown, raisePrices, send };
}

it('32 an edit shows a line that an earlier waiting edit added at the price of that edit', async () => {
  const { edit, shown, raisePrices, send } = await editedOffline();
  await edit(['each', 2], ['case', 1]);
  await raisePrices();
  await edit(['each', 2], ['case', 2]);
  expect(shown()).toMatchObject({ total: 33, linesWithKeptPrices: [{ unitPrice: 1.5 }, { unitPrice: 15 }] });
  expect(await send()).toEqual([3300]);
});

it('32 an edit shows a line that an earlier waiting edit removed at the price of its own form', async () => {
  const { edit, shown, raisePrices, send } = await editedOffline();
  await edit(['case', 1]);
  await raisePrices();
  await edit(['case', 1], ['each', 2]);
  expect(shown().total).toBe(34.98);
  expect(await send()).toEqual([3498]);
});

it('32 a correction shows a line that a later waiting edit removed at the price of its own form', async () => {
  const { device, dispatch, getState, itemId, edit, shown, raisePrices, send } = await editedOffline();
  await edit(['each', 3]);
  await edit(['case', 1]);
  device.network.faults = ['status422'];
  await device.setOnline(true);
  expect(device.states()).toMatchObject([{ state: 'refused' }]);
  await raisePrices();
  // The form of the refused edit puts the pieces back. Its change is made again behind the later edit.
  expect(shown()).toMatchObject({ pending: { state: 'refused' }, linesWithKeptPrices: [] });
  const [refused] = selectOwnEntries(getState());
  const part = { lines: [{ item: itemId, quantity: 4, packaging: 'each' }], pricesAsOf: pricesAsOfList(getState()) };
  expect(await dispatch(editRefusedEntry(refused?.id ?? '', part, true))).toBe('superseded');
  await edit(['each', 4]);
  expect(shown().total).toBe(39.96);
  expect(await send()).toEqual([3996]);
});

it('32 a corrected delivery is shown with the prices that its form showed at the press', async () => {
  const { device, tab, work, location, server } = await setUp();
  const { dispatch, getState } = tab.store;
  void dispatch(itemsApi.endpoints.listItems.initiate(undefined));
  await device.clock.advance(1_000);
  await device.setOnline(false);
  await work.deliver(1);
  const id = (await work.deliver(0)).result?.queued?.id ?? '';
  device.network.gateway = ({ key }) => (key === id ? Response.json({ error: 'No.' }, { status: 422 }) : null);
  await device.setOnline(true);
  await device.clock.advance(5_000);
  expect(device.states()).toMatchObject([{ id, state: 'refused' }]);
  const lines = [{ item: location.itemId, quantity: 7, packaging: 'each' }];
  const shown = shownUnitPrices(getState(), { lines });
  expect(shown).not.toBeNull();
  const admin = await server.signIn('admin');
  expect((await admin.post(`/api/items/${location.itemId}/prices`, { price: 9 })).statusCode).toBe(201);
  const pricesAsOf = new Date(device.clock.now()).toISOString();
  await device.clock.advance(60_000);
  device.disk.writeTakesMs = 2_000;
  device.network.gateway = () => null;
  device.network.online = true;
  await work.deliver(2);
  const edited = dispatch(editRefusedEntry(id, { lines, pricesAsOf }, false));
  void dispatch(itemsApi.endpoints.listItems.initiate(undefined, { forceRefetch: true }));
  await device.clock.settle();
  device.network.online = false;
  await device.clock.advance(10_000);
  expect(await edited).toBe('replaced');
  const entry = device.entries().find(({ body }) => isDeepStrictEqual(asRecord(body).lines, lines));
  expect(entry?.unitPrices).toEqual(shown);
});
