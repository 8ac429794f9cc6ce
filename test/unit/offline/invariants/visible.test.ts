// @vitest-environment node
import { expect, it } from 'vitest';
import { syncRequested } from '../../../../src/offline/actions';
import { setUpQueueFixture } from '../../../support/queue/queueFixture';

const setUp = setUpQueueFixture();
const SECOND_MS = 1_000;

it('29 a save cut off by a killed tab shows at once after an offline start, and submitting again makes no second', async () => {
  const { device, tab, work, workIn, deliveryRows } = await setUp();
  const writeId = crypto.randomUUID();
  device.network.faults = ['hangBefore'];
  expect((await work.deliver(0, undefined, writeId)).result).toBeNull();
  tab.kill();
  device.network.online = false;
  const later = await device.open();
  await device.clock.advance(SECOND_MS);
  expect(later.store.getState().queue).toMatchObject({
    status: 'ready',
    firstTries: [],
    entries: [{ id: writeId, state: 'waiting', mayHaveArrived: true }],
  });
  expect((await workIn(later).deliver(0, undefined, writeId)).result?.queued).toBeDefined();
  expect(device.entries()).toHaveLength(1);
  device.network.online = true;
  later.store.dispatch(syncRequested({}));
  await device.clock.advance(5 * SECOND_MS);
  expect(await deliveryRows()).toHaveLength(1);
});

it('29 a save cut off by a killed tab shows in an open tab within a few seconds', async () => {
  const { device, tab, work } = await setUp();
  const other = await device.open();
  device.network.faults = ['hangBefore'];
  await work.deliver(0);
  device.network.online = false;
  other.store.dispatch(syncRequested({}));
  await device.clock.advance(SECOND_MS);
  expect(other.store.getState().queue).toMatchObject({ entries: [], firstTries: [expect.any(String)] });
  tab.kill();
  await device.clock.advance(6 * SECOND_MS);
  expect(other.store.getState().queue).toMatchObject({ entries: [{}], firstTries: [] });
});

it('29 a save waits for the read of the disk, at most a second', async () => {
  const { device, tab, work, workIn } = await setUp();
  await device.setOnline(false);
  await work.deliver(0);
  tab.kill();
  device.disk.faults = ['slow'];
  const later = await device.open();
  expect(later.store.getState().queue.status).toBe('loading');
  const pressed = await workIn(later).deliver(1);
  expect(device.disk.busy).toBe(1);
  await device.clock.advance(SECOND_MS - 1);
  expect(device.disk.busy).toBe(1);
  await device.clock.advance(1);
  expect(device.disk.busy).toBe(2);
  await device.clock.advance(5 * SECOND_MS);
  expect(pressed.result?.queued).toBeDefined();
  expect(device.entries()).toHaveLength(2);
});

it('29 an entry of a killed tab stays visible while a pass sends it, in tabs opened meanwhile too', async () => {
  const { device, tab, work, workIn, deliveryRows } = await setUp();
  device.network.faults = ['hangBefore'];
  await work.deliver(0);
  const [entry] = device.entries();
  tab.kill();
  device.network.online = false;
  const later = await device.open();
  const shown = () => later.store.getState().queue.entries.map(({ id }) => id);
  expect(shown()).toEqual([entry?.id]);
  device.network.bytesPerMs = 0.01;
  device.network.online = true;
  later.store.dispatch(syncRequested({}));
  await device.clock.advance(2 * SECOND_MS);
  expect(later.store.getState().queue.replaying).toBe(true);
  const third = await device.open();
  await device.clock.advance(SECOND_MS);
  expect(third.store.getState().queue).toMatchObject({ entries: [{ id: entry?.id }], firstTries: [] });
  // A save in another tab has this one read the disk.
  await workIn(third).deliver(1);
  await device.clock.advance(5 * SECOND_MS);
  expect(await deliveryRows()).toEqual([]);
  expect(shown()).toHaveLength(2);
});

it('29 an entry of a killed tab stays visible while a pass holds its lock without a mark on the disk', async () => {
  const { device, tab, work, workIn } = await setUp();
  device.network.faults = ['hangBefore'];
  await work.deliver(0);
  const [entry] = device.entries();
  tab.kill();
  device.network.online = false;
  const later = await device.open();
  const { locks } = later.store.dispatch((_dispatch, _getState, extra) => extra);
  expect(await locks.holdEntry(entry?.id ?? '')).not.toBeNull();
  const third = await device.open();
  await workIn(third).deliver(1);
  await device.clock.advance(SECOND_MS);
  for (const { store } of [later, third]) {
    expect(store.getState().queue).toMatchObject({ entries: [{ id: entry?.id }, {}], firstTries: [] });
  }
});

it('7 a change that a full disk keeps without its mark is not reported as saved, and is not sent later', async () => {
  const { device, work, deliveryRows } = await setUp();
  device.network.faults = ['hangBefore'];
  const pressed = await work.deliver(0);
  device.disk.isFull = true;
  await device.clock.advance(4 * SECOND_MS);
  expect(pressed.result).toBeNull();
  await device.clock.advance(60 * SECOND_MS);
  expect(pressed.result).toEqual({ failure: { kind: 'storage', mayHaveArrived: true } });
  expect(device.entries()).toHaveLength(1);
  device.disk.isFull = false;
  await device.clock.advance(600 * SECOND_MS);
  expect([await deliveryRows(), device.entries()]).toEqual([[], []]);
});
