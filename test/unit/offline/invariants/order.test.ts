// @vitest-environment node
import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { deliveryLines } from '../../../../src/server/db/schema';
import { deliver } from '../../../support/server/aStockedLocation';
import { selectBlockers } from '../../../../src/offline/queueSlice';
import { connectivityChanged, serverReachable } from '../../../../src/offline/actions';
import { discardEntries } from '../../../../src/state/outbox/outbox';
import { setUpQueueFixture } from '../../../support/queue/queueFixture';

const setUp = setUpQueueFixture();

it('15 a total order without ties that survives a clock going back', async () => {
  const { device, location, work } = await setUp();
  await device.setOnline(false);
  for (const [box, skew] of [0, -3_600_000, 7_200_000, -86_400_000].entries()) {
    device.clock.skew = skew;
    await work.deliver(box);
  }
  expect(device.entries().map(({ seq }) => seq)).toEqual([1, 2, 3, 4]);
  device.clock.skew = 0;
  await device.setOnline(true);
  expect(device.writes.map(({ body }) => body.box)).toEqual(location.boxIds);
});

it('15 one request is in flight at a time', async () => {
  const { device, work, deliveryRows } = await setUp();
  await device.setOnline(false);
  for (let box = 0; box < 4; box += 1) await work.deliver(box);
  let inFlight = 0;
  let most = 0;
  device.network.onWire = (moment, { method }) => {
    if (method === 'GET') return;
    inFlight += moment === 'sent' ? 1 : -1;
    most = Math.max(most, inFlight);
  };
  await device.setOnline(true);
  expect(await deliveryRows()).toHaveLength(4);
  expect(most).toBe(1);
});

it('16 a submit waits for every earlier entry of its visit, and is sent after them', async () => {
  const { device, tab, work, openVisit, visitRows, deliveryRows } = await setUp();
  const visit = await openVisit();
  await device.setOnline(false);
  await work.deliver(0, visit);
  await work.deliver(1, visit);
  await work.submit(visit);
  device.network.faults = ['status500'];
  await device.setOnline(true);
  const [failed, submit] = device.entries();
  expect(await deliveryRows()).toHaveLength(1);
  expect(await visitRows()).toMatchObject([{ submittedAt: null }]);
  expect(selectBlockers({ queue: tab.store.getState().queue }).get(submit?.id ?? '')).toBe(failed?.id);
  await device.clock.advance(5 * 60_000);
  expect(await deliveryRows()).toHaveLength(2);
  expect((await visitRows())[0]?.submittedAt).not.toBeNull();
});

it('16 an edit waits for the delivery it edits and for earlier edits of it', async () => {
  const { device, work, openVisit } = await setUp();
  const visit = await openVisit();
  await device.setOnline(false);
  const delivery = (await work.deliver(0, visit)).result?.id ?? '';
  await work.edit(delivery, visit, 5);
  await work.edit(delivery, visit, 6);
  device.network.faults = ['status500'];
  await device.setOnline(true);
  expect(device.entries()).toHaveLength(3);
  expect(device.network.requests).toBe(2);
  await device.clock.advance(5 * 60_000);
  const edits = device.writes.filter(({ method }) => method === 'PATCH');
  expect(edits.map(({ body }) => JSON.stringify(body).match(/"quantity":(\d)/)?.[1])).toEqual(['5', '6']);
});

it('16 two deliveries of one visit do not wait for each other', async () => {
  const { device, location, work, openVisit, deliveryRows } = await setUp();
  const visit = await openVisit();
  await device.setOnline(false);
  await work.deliver(0, visit);
  await work.deliver(1, visit);
  device.network.faults = ['status500'];
  await device.setOnline(true);
  expect(await deliveryRows()).toMatchObject([{ boxId: location.boxIds[1] }]);
});

it('16 a new write that depends on a waiting entry is queued behind it even when online', async () => {
  const { device, tab, work, rep, location, openVisit, visitRows } = await setUp();
  const visit = await openVisit();
  await deliver(rep, location, 0, visit);
  await device.setOnline(false);
  await work.deliver(1, visit);
  device.network.faults = ['status500'];
  await device.setOnline(true);
  expect(tab.store.getState().queue.reachable).toBe(true);
  const { result } = await work.submit(visit);
  expect(result?.queued).toBeDefined();
  expect(await visitRows()).toMatchObject([{ submittedAt: null }]);
  await device.clock.advance(5 * 60_000);
  expect((await visitRows())[0]?.submittedAt).not.toBeNull();
  expect(device.writes.slice(-2).map(({ path }) => path)).toEqual(['/deliveries', `/visits/${visit}/submit`]);
});

it('17 a refused entry stays with status, 160 characters of the reason and the time; independent ones are sent', async () => {
  const { device, work, openVisit, deliveryRows, visitRows } = await setUp();
  const visit = await openVisit();
  await device.setOnline(false);
  await work.deliver(0, 'no-such-visit');
  await work.deliver(1, visit);
  await work.submit(visit);
  await device.setOnline(true);
  expect(await deliveryRows()).toHaveLength(1);
  expect((await visitRows())[0]?.submittedAt).not.toBeNull();
  expect(device.states()).toMatchObject([
    { state: 'refused', attempts: 1, lastError: { status: 404, at: device.clock.now() - 1 } },
  ]);
});

it('17 the reason of a refusal is cut to its first 160 characters', async () => {
  const { device, work } = await setUp();
  await device.setOnline(false);
  await work.deliver(0);
  device.network.faults = ['status422'];
  await device.setOnline(true);
  const text = device.states()[0]?.lastError?.text ?? '';
  expect(text).toMatch(/^Fault 422\. It was not carried out\./);
  expect(text).toHaveLength(160);
});

it('17 a pass tries each eligible entry once', async () => {
  const { device, work } = await setUp();
  await device.setOnline(false);
  for (let box = 0; box < 3; box += 1) await work.deliver(box);
  device.network.faults = ['status422', 'status500', 'status403'];
  await device.setOnline(true);
  expect(device.network.requests).toBe(3);
  expect(device.states().map(({ attempts }) => attempts)).toEqual([1, 1, 1]);
});

it('18 a lost connection ends the pass', async () => {
  const { device, tab, work } = await setUp();
  await device.setOnline(false);
  for (let box = 0; box < 3; box += 1) await work.deliver(box);
  device.network.faults = ['dropBefore'];
  await device.setOnline(true);
  expect(device.network.requests).toBe(1);
  expect(tab.store.getState().queue).toMatchObject({ lastEnd: 'noConnection' });
  expect(device.entries()).toHaveLength(3);
});

it('18 after a timeout /api/health is checked: when it responds, only that entry failed', async () => {
  const { device, work, location, deliveryRows } = await setUp();
  await device.setOnline(false);
  for (let box = 0; box < 3; box += 1) await work.deliver(box);
  device.network.faults = ['hangBefore'];
  await device.setOnline(true);
  const checks = () => device.requests.filter(({ path }) => path === '/health').length;
  const before = checks();
  await device.clock.advance(15_000 + 1_000);
  expect(checks()).toBeGreaterThan(before);
  expect((await deliveryRows()).map(({ boxId }) => boxId).sort()).toEqual(location.boxIds.slice(1, 3).sort());
  expect(device.states()).toMatchObject([{ state: 'waiting', attempts: 1 }]);
});

it('18 a timeout ends the pass when /api/health does not respond', async () => {
  const { device, work } = await setUp();
  await device.setOnline(false);
  for (let box = 0; box < 3; box += 1) await work.deliver(box);
  device.network.faults = ['hangBefore'];
  await device.setOnline(true);
  device.network.online = false;
  await device.clock.advance(2 * 15_000);
  expect(device.entries()).toHaveLength(3);
  // Only what was tried has a state.
  expect(device.states().map(({ id }) => id)).toEqual([device.entries()[0]?.id]);
});

it('18 a pass that ends holds no entry lock: the user can discard the entries that it did not try', async () => {
  const { device, tab, work } = await setUp();
  await device.setOnline(false);
  for (let box = 0; box < 3; box += 1) await work.deliver(box);
  device.network.faults = ['dropBefore'];
  await device.setOnline(true);
  const [, second] = device.entries();
  expect(await tab.store.dispatch(discardEntries([second?.id ?? ''], false))).toBe('done');
  expect(device.entries()).toHaveLength(2);
});

it('16 a change is queued behind the entry that a killed tab was sending, while a pass sends earlier ones', async () => {
  const { server, device, tab, work, workIn, deliveryRows } = await setUp();
  const delivery = (await work.deliver(0)).result?.id ?? '';
  await device.setOnline(false);
  await work.deliver(1);
  device.network.online = true;
  tab.store.dispatch(serverReachable());
  device.network.faults = ['hangBefore'];
  await work.edit(delivery, null, 5);
  expect(device.network.faults).toEqual([]);
  expect(device.entries()[1]).toMatchObject({ firstTry: true });
  tab.kill();
  device.network.faults = ['hangBefore'];
  const other = await device.open();
  expect(other.store.getState().queue.replaying).toBe(true);
  expect((await workIn(other).edit(delivery, null, 6)).result?.queued).toBeDefined();
  await device.clock.advance(10 * 60_000);
  expect(await deliveryRows()).toHaveLength(2);
  const [line] = await server.db.select().from(deliveryLines).where(eq(deliveryLines.deliveryId, delivery));
  expect(line?.quantityHundredths).toBe(600);
});

it('16 a submit that is saved waits for a delivery of its visit that is being sent without a record on the disk', async () => {
  const { device, work, openVisit, deliveryRows } = await setUp();
  const visit = await openVisit();
  const sentBefore = device.writes.length;
  device.disk.faults = ['quota', 'quota'];
  device.network.faults = ['delay'];
  await work.deliver(0, visit);
  expect(device.entries()).toEqual([]);
  await work.submit(visit);
  await device.clock.advance(20_000);
  expect(device.writes.slice(sentBefore).map(({ path }) => path)).toEqual(['/deliveries', `/visits/${visit}/submit`]);
  expect(await deliveryRows()).toHaveLength(1);
});

it('16 a submit that is sent by a pass waits for a delivery that is being sent without a record', async () => {
  const { device, tab, work, openVisit, deliveryRows } = await setUp();
  const visit = await openVisit();
  const sentBefore = device.writes.length;
  device.disk.faults = ['quota', 'quota'];
  device.network.faults = ['delay', 'dropBefore'];
  await work.deliver(0, visit);
  await work.deliver(1);
  expect(tab.store.getState().queue.reachable).toBe(false);
  expect((await work.submit(visit)).result?.queued).toBeDefined();
  tab.store.dispatch(connectivityChanged({ online: true }));
  await device.clock.advance(20_000);
  expect(device.writes.slice(sentBefore).at(-1)?.path).toBe(`/visits/${visit}/submit`);
  expect(await deliveryRows()).toHaveLength(2);
});
