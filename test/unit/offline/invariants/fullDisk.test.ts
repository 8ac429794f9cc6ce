// @vitest-environment node
import { expect, it } from 'vitest';
import { boxesApi } from '../../../../src/api/boxesApi';
import { deliveriesApi } from '../../../../src/api/deliveriesApi';
import { errorMessage } from '../../../../src/api/client/errors';
import { deliveryLines } from '../../../../src/server/db/schema';
import { aWrite } from '../../../support/app/aWrite';
import { syncRequested } from '../../../../src/offline/actions';
import type { NetworkFault } from '../../../support/app/faultyNetwork';
import { discardEntries } from '../../../../src/state/outbox/outbox';
import { setUpQueueFixture } from '../../../support/queue/queueFixture';

const setUp = setUpQueueFixture();

it('7 quota: caches except the open visit are evicted, then one retry saves the change', async () => {
  const { device, tab, work, openVisit, location } = await setUp();
  const { dispatch, getState } = tab.store;
  const submitted = await openVisit();
  await work.submit(submitted);
  await dispatch(deliveriesApi.endpoints.listVisitDeliveries.initiate(submitted));
  const open = await openVisit();
  await dispatch(boxesApi.endpoints.listBoxes.initiate({ location: location.locationId }));
  await dispatch(deliveriesApi.endpoints.listDeliveries.initiate({ page: 1 }));
  await device.setOnline(false);
  expect(Object.keys(getState().visitsCache.byKey)).toEqual(expect.arrayContaining([submitted, open]));
  device.disk.faults = ['quota'];
  expect((await work.deliver(0, open)).result?.queued).toBeDefined();
  expect(device.entries()).toHaveLength(1);
  const { boxesCache: boxes, deliveryPagesCache: pages } = getState();
  expect(Object.keys({ ...boxes.byKey, ...pages.byKey })).toEqual([location.locationId]);
  const kept = [...device.caches].filter(([key]) => /visitsCache|visitDeliveriesCache/.test(key));
  expect(kept).toHaveLength(2);
  expect(kept.filter(([, text]) => text.includes(submitted))).toEqual([]);
  expect(kept.some(([, text]) => text.includes(open))).toBe(true);
});

it('7 quota: when the retry fails too, nothing is reported as saved and the message says what to do', async () => {
  const { device, tab, work } = await setUp();
  await device.setOnline(false);
  device.disk.faults = ['quota', 'quota'];
  const { result } = await work.deliver(0);
  expect(result?.failure && errorMessage(result.failure)).toBe(
    'Could not save on this device. Free some space and try again.',
  );
  expect(device.entries()).toEqual([]);
  expect(tab.store.getState().queue.entries).toEqual([]);
});

/** A device full of what the caches keep of a submitted visit, with two deliveries waiting. */
async function fullDevice() {
  const { device, tab, work, openVisit, deliveryRows } = await setUp();
  const submitted = await openVisit();
  await work.submit(submitted);
  await tab.store.dispatch(deliveriesApi.endpoints.listVisitDeliveries.initiate(submitted));
  await tab.store.dispatch((_dispatch, _getState, { flush }) => flush());
  await device.setOnline(false);
  await work.deliver(0);
  await work.deliver(1);
  device.disk.isFull = true;
  return { device, submitted, deliveryRows };
}

it('7 quota in a pass: caches are evicted, and the pass continues', async () => {
  const { device, submitted, deliveryRows } = await fullDevice();
  const isCached = () => [...device.caches].some(([key, text]) => key.includes('Deliver') && text.includes(submitted));
  expect(isCached()).toBe(true);
  const set = device.caches.set.bind(device.caches);
  device.caches.set = (key, text) => {
    const caches = set(key, text);
    if (!isCached()) device.disk.isFull = false;
    return caches;
  };
  await device.setOnline(true);
  expect(device.disk.isFull).toBe(false);
  expect(await deliveryRows()).toHaveLength(2);
  expect(device.entries()).toEqual([]);
});

it('7 quota in a pass: when the retry fails too, nothing is lost, and all is sent once there is room', async () => {
  const { device, deliveryRows } = await fullDevice();
  await device.setOnline(true);
  expect(device.entries()).toHaveLength(2);
  device.disk.isFull = false;
  await device.clock.advance(5 * 60_000);
  expect(await deliveryRows()).toHaveLength(2);
  expect(device.entries()).toEqual([]);
});

it('7 quota: an eviction that hangs does not delay a change', async () => {
  const { device, tab, work, openVisit } = await setUp();
  await tab.store.dispatch(deliveriesApi.endpoints.listVisitDeliveries.initiate(await openVisit()));
  await device.setOnline(false);
  device.areCachesHanging = true;
  device.disk.faults = ['quota'];
  const first = await work.deliver(0);
  const second = await work.deliver(1);
  await device.clock.advance(6_000);
  expect([first.result?.queued, second.result?.queued]).not.toContain(undefined);
  expect(device.entries()).toHaveLength(2);
});

it('7 quota: a change that cannot be stored is sent as soon as the first try of another tab is over', async () => {
  const { device, work, workIn, deliveryRows } = await setUp();
  const other = await device.open();
  device.network.bytesPerMs = 0.2;
  const first = await work.deliver(0);
  other.store.dispatch(syncRequested({}));
  await device.clock.advance(100);
  expect(other.store.getState().queue.firstTries).toHaveLength(1);
  await device.clock.advance(3_500);
  expect(first.result?.id).toBeDefined();
  expect(first.result?.queued).toBeUndefined();
  device.network.bytesPerMs = null;
  device.disk.isFull = true;
  const second = await workIn(other).deliver(1);
  await device.clock.advance(100);
  expect(second.result?.id).toBeDefined();
  expect(await deliveryRows()).toHaveLength(2);
});

it('16 full disk: a submit is sent after a delivery of its visit that is being sent', async () => {
  const { device, work, openVisit } = await setUp();
  const visit = await openVisit();
  const sentBefore = device.writes.length;
  device.disk.isFull = true;
  device.network.faults = ['delay'];
  const delivery = await work.deliver(0, visit);
  const submit = await work.submit(visit);
  await device.clock.advance(20_000);
  expect(device.writes.slice(sentBefore).map(({ path }) => path)).toEqual(['/deliveries', `/visits/${visit}/submit`]);
  expect(delivery.result?.id).toBeDefined();
  expect(submit.result?.id).toBe(visit);
});

it('16 full disk: a submit is sent after another one of its visit that the server refused meanwhile', async () => {
  const { device, work, openVisit } = await setUp();
  const visit = await openVisit();
  device.disk.isFull = true;
  device.network.faults = ['status422'];
  const refused = work.submit(visit);
  const submit = work.submit(visit);
  await device.clock.advance(5_000);
  expect((await refused).result?.failure).toMatchObject({ kind: 'http', status: 422 });
  expect((await submit).result?.id).toBe(visit);
});

it('33 a change that cannot be saved, and whose version cannot be read, overwrites nothing', async () => {
  const { device, tab, work, server, location, deliveryRows } = await setUp();
  await device.setOnline(false);
  const created = (await work.deliver(0)).result;
  await device.setOnline(true);
  await device.clock.advance(5_000);
  const [row] = await deliveryRows();
  const admin = await server.signIn('admin');
  const lines = (quantity: number) => [{ item: location.itemId, quantity, packaging: 'each' as const }];
  expect((await admin.patch(`/api/deliveries/${row?.id}`, { lines: lines(9) })).statusCode).toBe(200);
  // A form that was opened while the delivery waited: it has no version, and is made over the waiting entry.
  const base = { baseVersion: null, over: created?.queued?.id ?? '' };
  const write = { visitId: null, ...aWrite({ lines: lines(5) }), base };
  // The queue is read, and then the version is not.
  device.disk.faults = ['quota', 'quota', null, 'slow'];
  void tab.store.dispatch(deliveriesApi.endpoints.updateDelivery.initiate({ id: created?.id ?? '', ...write }));
  await device.clock.advance(30_000);
  const rows = await server.db.select().from(deliveryLines);
  expect(rows.map(({ quantityHundredths }) => quantityHundredths / 100)).toEqual([9]);
});

/** A device with a second tab, whose disk has no room for a change that the first tab then sends. */
async function anUnsavedWrite() {
  const fixture = await setUp();
  const { device, work, workIn } = fixture;
  const second = await device.open();
  const id = crypto.randomUUID();
  // The change finds no room, the small record of its try does.
  device.disk.faults = ['quota', 'quota'];
  return {
    ...fixture,
    press: () => work.deliver(0, undefined, id),
    id,
    /** Presses the button of the same form in the second tab, and discards what was saved. */
    discardInSecond: async () => {
      await device.setOnline(false);
      await workIn(second).deliver(0, undefined, id);
      return second.store.dispatch(discardEntries([id], false));
    },
  };
}

it.each<[string, NetworkFault[]]>([
  ['got no response', ['hangAfter']],
  ['got a 500', ['status500After']],
  ['got the response', []],
])('34 a change that a full disk did not take may have arrived, also in another tab: it %s', async (_, faults) => {
  const { device, press, discardInSecond, deliveryRows } = await anUnsavedWrite();
  device.network.faults = faults;
  await press();
  await device.clock.advance(20_000);
  expect(await deliveryRows()).toHaveLength(1);
  expect(await discardInSecond()).toBe('mayBeRecorded');
});

it('34 a change that a full disk did not take may have arrived, also when its tab was killed', async () => {
  const { device, tab, id, press, discardInSecond, deliveryRows } = await anUnsavedWrite();
  device.network.onWire = (moment, { key }) => {
    if (moment === 'responded' && key === id) tab.kill();
  };
  await press();
  await device.clock.advance(1_000);
  expect(await deliveryRows()).toHaveLength(1);
  expect(await discardInSecond()).toBe('mayBeRecorded');
});

/** A visit whose start was refused. A delivery in it waits, and is not sent. */
async function atRefusedStart() {
  const fixture = await setUp();
  const { device, work } = fixture;
  await device.setOnline(false);
  const start = (await work.startVisit()).result;
  device.network.faults = ['status422'];
  await device.setOnline(true);
  await device.clock.advance(3_000);
  return { ...fixture, visit: start?.id ?? '' };
}

it('7 a change whose mark the disk does not take is not reported as saved, and is not sent without its form', async () => {
  const { device, work, visit } = await atRefusedStart();
  device.disk.faults = [null, ...Array(4).fill('quota')];
  const { result } = await work.deliver(0, visit);
  expect(result).toEqual({ failure: { kind: 'storage', mayHaveArrived: false } });
  expect(device.entries().map(({ call }) => call)).toEqual(['startVisit']);
});

it('7 a change whose mark the disk does not take may be recorded, when it cannot be removed either', async () => {
  const { device, work, visit } = await atRefusedStart();
  device.disk.faults = [null, ...Array(8).fill('quota')];
  const { result } = await work.deliver(0, visit);
  expect(result).toEqual({ failure: { kind: 'storage', mayHaveArrived: true } });
});
