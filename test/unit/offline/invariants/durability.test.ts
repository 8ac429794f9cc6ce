// @vitest-environment node
import { expect, it } from 'vitest';
import { messages } from '../../../../src/domain/messages';
import { syncRequested } from '../../../../src/offline/actions';
import { ENTRY_VERSION } from '../../../../src/offline/storage/entryMigrations';
import { draftSaved } from '../../../../src/state/slices/draftsSlice';
import { outboxCommands } from '../../../../src/state/outbox/outboxCommands';
import { signOut } from '../../../../src/state/session/session';
import { loseResultOf } from '../../../support/app/loseResultOf';
import type { NetworkFault } from '../../../support/app/faultyNetwork';
import { setUpQueueFixture } from '../../../support/queue/queueFixture';

const setUp = setUpQueueFixture();
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

it('1 the queued marker is returned only after the transaction completed', async () => {
  const { device, tab, work } = await setUp();
  await device.setOnline(false);
  const seenBefore: unknown[] = [];
  device.disk.onCommit = (moment) => {
    if (moment === 'before') seenBefore.push(tab.store.getState().queue.entries.length);
  };
  const { result } = await work.deliver(0);
  expect(seenBefore).toEqual([0]);
  expect(result?.queued?.id).toBe(device.entries()[0]?.id);
  expect(tab.store.getState().queue.entries).toMatchObject([{ state: 'waiting' }]);
});

it('1 a storage that never responds fails the save after 5 s, and nothing is reported as saved', async () => {
  const { device, tab, work } = await setUp();
  await device.setOnline(false);
  device.disk.faults = ['slow'];
  const pressed = await work.deliver(0);
  await device.clock.advance(4_999);
  expect(pressed.result).toBeNull();
  await device.clock.advance(1);
  expect(pressed.result).toEqual({ failure: { kind: 'storage', mayHaveArrived: true } });
  expect(tab.store.getState().queue.entries).toEqual([]);
});

it('1 a change whose append was carried out and reported as failed is shown as waiting', async () => {
  const { device, tab, work } = await setUp();
  await device.setOnline(false);
  device.disk.onCommit = loseResultOf('put entries');
  expect((await work.deliver(0)).result?.queued).toBeDefined();
  expect(device.entries()).toHaveLength(1);
  expect(tab.store.getState().queue.entries).toMatchObject([{ state: 'waiting' }]);
});

it('2 write-ahead: the entry is on disk before the request leaves', async () => {
  const { device, work } = await setUp();
  const onDisk: string[][] = [];
  device.network.onWire = (moment) => {
    if (moment === 'sent') onDisk.push(device.entries().map(({ id }) => id));
  };
  await work.deliver(0);
  expect(onDisk).toEqual([[device.writes[0]?.key]]);
  expect(device.entries()).toEqual([]);
});

it('2 a tab killed while its request hangs loses nothing', async () => {
  const { device, tab, work, deliveryRows } = await setUp();
  device.network.faults = ['hangBefore'];
  await work.deliver(0);
  tab.kill();
  await device.open();
  expect(await deliveryRows()).toHaveLength(1);
  expect(device.entries()).toEqual([]);
});

it('3 an entry on its first try is left to its tab while that tab lives', async () => {
  const { device, work, deliveryRows } = await setUp();
  device.network.faults = ['hangBefore'];
  const pressed = await work.deliver(0);
  const other = await device.open();
  other.store.dispatch(syncRequested({}));
  await device.clock.settle();
  expect(device.network.requests).toBe(1);
  expect(await deliveryRows()).toEqual([]);
  await device.clock.advance(4_000);
  expect(pressed.result?.queued).toBeDefined();
});

it('3 an entry of a dead tab is sent once, however many tabs there are', async () => {
  const { device, tab, work, deliveryRows } = await setUp();
  device.network.faults = ['hangBefore'];
  await work.deliver(0);
  const others = [await device.open(), await device.open()];
  tab.kill();
  for (const other of others) other.store.dispatch(syncRequested({}));
  await device.clock.advance(2_000);
  expect(device.network.requests).toBe(2);
  expect(await deliveryRows()).toHaveLength(1);
});

const NO_SUCCESS: NetworkFault[] = [
  'dropBefore',
  'hangBefore',
  'html200',
  'html502',
  'cutBody',
  'status500',
  'status401',
  'status403',
  'status409',
  'status413',
  'status422',
  'status429',
];

it.each(NO_SUCCESS)('4 an entry is not removed by %s', async (fault) => {
  const { device, tab, work } = await setUp();
  await device.setOnline(false);
  await work.deliver(0);
  const before = device.entries();
  device.network.faults = [fault];
  await device.setOnline(true);
  await device.clock.advance(fault === 'hangBefore' ? 15_000 : 0);
  expect(device.network.requests).toBe(1);
  expect(device.entries()).toEqual(before);
  expect(tab.store.getState().queue.entries).toHaveLength(1);
});

it('4 an entry is not removed by age, by tries or by a sign-out', async () => {
  const { device, tab, work } = await setUp();
  await device.setOnline(false);
  await work.deliver(0);
  const before = device.entries();
  device.network.faults = Array.from({ length: 40 }, () => 'status500' as const);
  await device.setOnline(true);
  await device.clock.advance(60 * 60_000);
  expect(device.states()[0]?.attempts).toBeGreaterThan(10);
  await device.setOnline(false);
  device.clock.elapsed += 60 * DAY_MS;
  void tab.store.dispatch(signOut());
  await device.clock.settle();
  tab.kill();
  await device.open();
  expect(device.entries()).toEqual(before);
});

it('4 the user removes an entry by discarding it, or replaces it with an edited one in one transaction', async () => {
  const { device, tab, work, deliveryRows, location } = await setUp();
  // The first is tried, and finds no connection. The second is saved at once.
  device.network.online = false;
  await work.deliver(0);
  await work.deliver(1);
  device.network.faults = ['status422', 'status422'];
  await device.setOnline(true);
  const [first, second] = device.entries();
  const commits: (readonly string[])[] = [];
  device.disk.onCommit = (moment, written) => {
    if (moment === 'after') commits.push(written);
  };
  const choices = tab.store.dispatch(outboxCommands());
  const lines = [{ item: location.itemId, quantity: 7, packaging: 'each' }];
  const change = { part: { lines } };
  expect(await choices.edit(first?.id ?? '', 'edited-one', change, false)).toBe('done');
  expect(commits).toEqual([expect.arrayContaining([`delete entries ${first?.id}`, 'put entries edited-one'])]);
  expect(device.entries()).toMatchObject([{ id: 'edited-one', seq: first?.seq }, { id: second?.id }]);
  expect(await choices.discard([second?.id ?? ''], false)).toBe('done');
  expect(device.entries().map(({ id }) => id)).toEqual(['edited-one']);
  tab.store.dispatch(syncRequested({}));
  await device.clock.advance(2_000);
  expect(await deliveryRows()).toHaveLength(1);
});

it('5 the bytes of an entry never change after the append', async () => {
  const { device, tab, work } = await setUp();
  await device.setOnline(false);
  await work.startVisit();
  await work.deliver(0);
  const appended = JSON.stringify(device.entries());
  device.network.faults = ['status500', 'status422'];
  await device.setOnline(true);
  tab.kill();
  device.network.faults = ['status429'];
  await device.open();
  await device.setOnline(false);
  const refused = { state: 'refused', attempts: 1, lastError: { status: 422 } };
  expect(device.states()).toMatchObject([{ attempts: 2, lastError: { status: 429 } }, refused]);
  expect(JSON.stringify(device.entries())).toBe(appended);
});

it('5 a form of this build is not saved over what a newer build has saved under its id, and its draft is dropped', async () => {
  const { device, tab, work, deliveryRows } = await setUp();
  const id = crypto.randomUUID();
  await device.setOnline(false);
  await work.deliver(0, undefined, id);
  const newer = { ...device.entries()[0], id, v: ENTRY_VERSION + 1, more: 'than this build knows' };
  device.disk.durable.get('entries')?.set(id, newer);
  const { dispatch, getState } = tab.store;
  dispatch(draftSaved({ id, form: 'new delivery', value: {}, savedAt: 1 }));
  const refusal = { kind: 'validation', text: messages.savedOtherwise };
  expect((await work.deliver(1, undefined, id)).result?.failure).toEqual(refusal);
  await device.setOnline(true);
  expect((await work.deliver(1, undefined, id)).result?.failure).toEqual(refusal);
  await device.clock.advance(MINUTE_MS);
  expect(device.entries()).toEqual([newer]);
  expect(await deliveryRows()).toEqual([]);
  expect(getState().drafts).not.toHaveProperty(id);
});

it('6 a failed read is not an empty queue: the disk stays unchanged, appends go on, the read is retried', async () => {
  const { device, tab, work, workIn } = await setUp();
  await device.setOnline(false);
  await work.deliver(0);
  const before = device.entries();
  tab.kill();
  device.disk.faults = ['closed', 'closed', 'closed', 'closed'];
  const later = await device.open();
  expect(later.store.getState().queue).toMatchObject({ status: 'unreadable', entries: [] });
  expect(device.entries()).toEqual(before);
  device.disk.faults = [];
  expect((await workIn(later).deliver(1)).result?.queued).toBeDefined();
  expect(device.entries()).toHaveLength(2);
  await device.clock.advance(5 * 60_000);
  expect(later.store.getState().queue).toMatchObject({ status: 'ready', entries: [{}, {}] });
});

it('8 persistent storage is requested once, at the first append', async () => {
  const { device, work } = await setUp();
  expect(device.persistenceRequests).toBe(0);
  await work.deliver(0);
  await work.deliver(1);
  expect(device.persistenceRequests).toBe(1);
});
