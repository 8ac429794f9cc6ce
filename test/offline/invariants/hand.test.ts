// @vitest-environment node
import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { syncRequested } from '../../../src/offline/actions';
import { mendEntry } from '../../../src/state/mending';
import { discardEntry } from '../../../src/state/outbox';
import { sessions } from '../../../src/server/db/schema';
import type { FaultyDevice } from '../../setup/faultyDevice';
import { inTheField } from './inTheField';

/** What a pass takes in hand ahead of its turn, and notes behind it. */

const field = inTheField();
const MINUTE_MS = 60_000;

/** After the next answer to a write the disk commits once, and fails at what it is asked then. */
function failSecondWriteAfterAnswer(device: FaultyDevice): void {
  device.network.onWire = (moment, { method }) => {
    if (moment !== 'answered' || method === 'GET') return;
    device.network.onWire = () => undefined;
    device.disk.onCommit = (at) => {
      if (at !== 'after') return;
      device.disk.onCommit = () => undefined;
      device.disk.faults = ['closed'];
    };
  };
}

it.each([2_000, 3_000, 4_000])('2 a disk that takes %i ms for each write sends all the same', async (ms) => {
  const { device, work, deliveryRows } = await field();
  await device.setOnline(false);
  for (let box = 0; box < 4; box += 1) await work.deliver(box);
  device.disk.writeTakesMs = ms;
  await device.setOnline(true);
  await device.clock.advance(2 * MINUTE_MS);
  expect(device.entries()).toEqual([]);
  expect(await deliveryRows()).toHaveLength(4);
  expect(device.network.requests).toBe(4);
});

it.each([2_000, 3_000, 4_000])('17 on a disk that takes %i ms for each write a refusal holds up nobody', async (ms) => {
  const { device, work, deliveryRows } = await field();
  await device.setOnline(false);
  for (let box = 0; box < 4; box += 1) await work.deliver(box);
  device.disk.writeTakesMs = ms;
  device.network.faults = ['status422'];
  await device.setOnline(true);
  await device.clock.advance(2 * MINUTE_MS);
  expect(device.states()).toMatchObject([{ state: 'refused', tab: null, attempts: 1 }]);
  expect(await deliveryRows()).toHaveLength(3);
  expect(device.network.requests).toBe(4);
});

it('17 on a slow disk one that fails again and again holds up nobody', async () => {
  const { device, work, deliveryRows } = await field();
  await device.setOnline(false);
  for (let box = 0; box < 4; box += 1) await work.deliver(box);
  device.disk.writeTakesMs = 3_000;
  const first = device.entries()[0]?.id ?? '';
  device.network.onWire = (moment, { key }) => {
    if (moment === 'sent' && key === first) device.network.faults = ['status500'];
  };
  await device.setOnline(true);
  await device.clock.advance(5 * MINUTE_MS);
  expect(await deliveryRows()).toHaveLength(3);
  expect(device.entries().map(({ id }) => id)).toEqual([first]);
});

it('21 on a slow disk a session that ended is told', async () => {
  const { device, server, rep, tab, work } = await field();
  await device.setOnline(false);
  for (let box = 0; box < 2; box += 1) await work.deliver(box);
  await server.db.delete(sessions).where(eq(sessions.userId, rep.user.id));
  device.disk.writeTakesMs = 3_000;
  await device.setOnline(true);
  await device.clock.advance(MINUTE_MS);
  expect(tab.store.getState().queue.lastEnd).toBe('signedOut');
  expect(tab.store.getState().session.status).toBe('absent');
});

/** Two tabs with leases: the first sleeps with a change on the wire and the next taken, the second took them over. */
async function sleptOver(faults: FaultyDevice['network']['faults'] = []) {
  const world = await field();
  const { device } = world;
  device.useLeases = true;
  world.tab.kill();
  const asleep = await device.open();
  const awake = await device.open();
  await device.setOnline(false);
  await world.workIn(asleep).deliver(0);
  await world.workIn(asleep).deliver(1);
  device.network.online = true;
  device.network.faults = faults;
  asleep.store.dispatch(syncRequested({}));
  await device.clock.settle();
  device.network.faults = ['delay'];
  asleep.store.dispatch(syncRequested({}));
  await device.clock.advance(1_000);
  device.clock.skew += MINUTE_MS;
  device.network.faults = ['dropBefore'];
  awake.store.dispatch(syncRequested({}));
  await device.clock.settle();
  return { ...world, awake, next: device.entries()[1]?.id ?? '' };
}

it('4 what a person dropped in another tab is not sent by one that had taken it and slept', async () => {
  const { device, awake, next, deliveryRows, place } = await sleptOver(['status500', 'status500']);
  expect(await awake.store.dispatch(discardEntry(next))).toBe(true);
  await device.clock.advance(10 * MINUTE_MS);
  expect(device.entries()).toEqual([]);
  expect((await deliveryRows()).map(({ boxId }) => boxId)).toEqual([place.boxIds[0]]);
});

it('4 what a person edited in another tab is not sent as it was by one that had taken it and slept', async () => {
  const { device, awake, next, deliveryRows, place } = await sleptOver(['status500', 'status422']);
  const lines = [{ item: place.itemId, quantity: 7, packaging: 'each' }];
  expect(await awake.store.dispatch(mendEntry(next, { lines }))).toBe('mended');
  await device.clock.advance(10 * MINUTE_MS);
  expect(device.entries()).toEqual([]);
  expect((await deliveryRows()).map(({ boxId }) => boxId).sort()).toEqual(place.boxIds.slice(0, 2).sort());
});

it('3 what a pass could not let go of the next one of its tab lets go of', async () => {
  const { device, tab, work } = await field();
  await device.setOnline(false);
  for (let box = 0; box < 2; box += 1) await work.deliver(box);
  device.network.faults = ['status500', 'status422'];
  await device.setOnline(true);
  const [, refused] = device.entries();
  device.network.faults = ['dropBefore'];
  failSecondWriteAfterAnswer(device);
  tab.store.dispatch(syncRequested({}));
  await device.clock.settle();
  expect(device.states().map((state) => state.tab !== null)).toEqual([false, true]);
  device.network.faults = ['dropBefore'];
  await device.clock.advance(5 * MINUTE_MS);
  expect(await tab.store.dispatch(discardEntry(refused?.id ?? ''))).toBe(true);
});

it('3 what a tab that was killed had in hand can be dropped in the next, also without a signal', async () => {
  const { device, tab, work } = await field();
  await device.setOnline(false);
  for (let box = 0; box < 3; box += 1) await work.deliver(box);
  device.network.faults = ['hangBefore'];
  await device.setOnline(true);
  tab.kill();
  device.network.online = false;
  const later = await device.open();
  await device.clock.advance(MINUTE_MS);
  for (const { id } of device.entries()) expect(await later.store.dispatch(discardEntry(id))).toBe(true);
});

it('21 a session that ended is told as that, though the disk fails at letting go of the next change', async () => {
  const { device, server, rep, tab, work } = await field();
  await device.setOnline(false);
  for (let box = 0; box < 2; box += 1) await work.deliver(box);
  await server.db.delete(sessions).where(eq(sessions.userId, rep.user.id));
  failSecondWriteAfterAnswer(device);
  await device.setOnline(true);
  expect(tab.store.getState().queue.lastEnd).toBe('signedOut');
  expect(tab.store.getState().session.status).toBe('absent');
});

it('16 what is held is not taken ahead: a person may drop it while another change hangs', async () => {
  const { device, tab, work } = await field();
  await device.setOnline(false);
  const visit = (await work.startVisit()).told?.id ?? '';
  await work.deliver(0);
  await work.deliver(1, visit);
  const held = device.entries()[2]?.id ?? '';
  device.network.faults = ['status500', 'hangBefore'];
  await device.setOnline(true);
  expect(device.states().map((state) => state.tab !== null)).toEqual([false, true, false]);
  expect(await tab.store.dispatch(discardEntry(held))).toBe(true);
});
