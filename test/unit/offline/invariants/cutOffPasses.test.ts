// @vitest-environment node
import { expect, it } from 'vitest';
import { deliveriesApi } from '../../../../src/api/deliveriesApi';
import { replayStarted, syncRequested } from '../../../../src/offline/actions';
import type { CommandResult } from '../../../../src/offline/outboxCommands';
import { discardEntries } from '../../../../src/state/outbox/outbox';
import { aWrite } from '../../../support/app/aWrite';
import { setUpQueueFixture } from '../../../support/queue/queueFixture';

const setUp = setUpQueueFixture();
const MINUTE_MS = 60_000;

it('34 an entry that a killed tab was sending in a pass may have arrived, also seen without a signal', async () => {
  const { device, tab, work, deliveryRows } = await setUp();
  await device.setOnline(false);
  for (let box = 0; box < 3; box += 1) await work.deliver(box);
  device.network.onWire = (moment, { method }) => {
    if (moment === 'responded' && method === 'POST' && device.writes.length === 2) tab.kill();
  };
  await device.setOnline(true);
  device.network.onWire = () => undefined;
  expect(await deliveryRows()).toHaveLength(2);
  device.network.online = false;
  const later = await device.open();
  const [second, third] = later.store.getState().queue.entries;
  expect([second, third].map((entry) => entry?.mayHaveArrived)).toEqual([true, true]);
  expect(await later.store.dispatch(discardEntries([second?.id ?? ''], false))).toBe('mayBeRecorded');
});

it('34 an entry of a cut-off pass may have arrived, also before the next pass has marked it so', async () => {
  const { device, tab, work, deliveryRows } = await setUp();
  await device.setOnline(false);
  for (let box = 0; box < 3; box += 1) await work.deliver(box);
  device.network.onWire = (moment, { method }) => {
    if (moment === 'responded' && method === 'POST' && device.writes.length === 2) tab.kill();
  };
  await device.setOnline(true);
  device.network.onWire = () => undefined;
  const [second] = device.entries();
  await device.setOnline(false);
  const later = await device.open();
  const discarded: Promise<CommandResult>[] = [];
  device.onAction = (action) => {
    if (!replayStarted.match(action) || discarded.length > 0) return;
    discarded.push(later.store.dispatch(discardEntries([second?.id ?? ''], false)));
  };
  device.disk.writeTakesMs = 1_000;
  await device.setOnline(true);
  await device.clock.advance(MINUTE_MS);
  expect(await discarded[0]).toBe('recorded');
  expect(await deliveryRows()).toHaveLength(3);
});

it('34 an entry sent without a response may have arrived, also when marking it on the disk failed', async () => {
  const { device, tab, work, deliveryRows } = await setUp();
  await device.setOnline(false);
  for (let box = 0; box < 2; box += 1) await work.deliver(box);
  const id = device.entries()[1]?.id ?? '';
  device.network.onWire = (moment, { key }) => {
    if (key !== id) return;
    if (moment === 'sent') device.network.faults = ['dropAfter'];
    else device.disk.faults = ['quota', 'quota'];
  };
  await device.setOnline(true);
  device.network.onWire = () => undefined;
  expect(await deliveryRows()).toHaveLength(2);
  expect(device.states()).toEqual([]);
  await device.setOnline(false);
  expect(await tab.store.dispatch(discardEntries([id], false))).toBe('mayBeRecorded');
});

it.each(['this tab', 'another tab'])(
  '34 an entry whose result was not written counts as being sent while the pass goes on, in %s',
  async (where) => {
    const { device, tab, work, location, deliveryRows } = await setUp();
    const other = await device.open();
    await device.setOnline(false);
    for (let box = 0; box < 3; box += 1) await work.deliver(box);
    const second = device.entries()[1]?.id ?? '';
    device.network.onWire = (moment, { key }) => {
      if (moment !== 'responded' || key !== second) return;
      device.network.onWire = () => undefined;
      device.disk.faults = ['torn'];
      device.network.faults = ['hangBefore'];
    };
    await device.setOnline(true);
    await device.clock.advance(1_000);
    expect(device.entries().map(({ id }) => id)).toContain(second);
    const { store } = where === 'this tab' ? tab : other;
    expect(await store.dispatch(discardEntries([second], false))).toBe('beingSent');
    await device.clock.advance(15 * MINUTE_MS);
    expect((await deliveryRows()).filter(({ boxId }) => boxId === location.boxIds[1])).toHaveLength(1);
    expect(device.entries()).toEqual([]);
  },
);

it('34 an entry saved during the pass that sent it may have arrived', async () => {
  const { device, tab, work } = await setUp();
  await device.setOnline(false);
  await work.deliver(0);
  device.network.bytesPerMs = 0.1;
  device.network.online = true;
  tab.store.dispatch(syncRequested({}));
  await device.clock.advance(1_000);
  expect(tab.store.getState().queue.replaying).toBe(true);
  await work.deliver(1);
  const id = device.entries()[1]?.id ?? '';
  expect(device.entries()[1]).toMatchObject({ firstTry: false });
  device.network.onWire = (moment, { key }) => {
    if (moment === 'responded' && key === id) tab.kill();
  };
  await device.clock.advance(60_000);
  device.network.onWire = () => undefined;
  device.network.online = false;
  const later = await device.open();
  expect(later.store.getState().queue.entries).toMatchObject([{ id, mayHaveArrived: true }]);
});

it('34 a tab that lost its lock does not overwrite the marks of the tab that took it over', async () => {
  const { device, tab, work, workIn } = await setUp();
  const awake = await device.open();
  await device.setOnline(false);
  for (let box = 0; box < 2; box += 1) await work.deliver(box);
  device.network.online = true;
  device.network.faults = ['hangBefore', 'hangBefore'];
  tab.store.dispatch(syncRequested({}));
  await device.clock.settle();
  tab.freeze();
  awake.store.dispatch(syncRequested({}));
  await device.clock.advance(31_000);
  await workIn(awake).deliver(2);
  tab.thaw();
  await device.clock.advance(1);
  expect(device.disk.records('meta').find(({ name }) => name === 'pass')).toMatchObject({ openSeq: 2 });
});

it('23 an edit whose read failed during a pass is sent by a later pass', async () => {
  const { device, tab, work, location } = await setUp();
  await device.setOnline(false);
  const first = (await work.deliver(0)).result;
  const base = { baseVersion: null, over: first?.queued?.id ?? null };
  const write = aWrite({ lines: [{ item: location.itemId, quantity: 5, packaging: 'each' as const }] });
  const edit = { id: first?.id ?? '', visitId: null, ...write, base };
  void tab.store.dispatch(deliveriesApi.endpoints.updateDelivery.initiate(edit));
  await device.clock.settle();
  // The delivery is recorded, and its removal fails. The pass ends before it reads the edit.
  device.network.onWire = (moment, { key }) => {
    if (moment === 'responded' && key === first?.queued?.id) device.disk.faults = ['torn'];
  };
  await device.setOnline(true);
  device.network.onWire = () => undefined;
  await device.clock.advance(15 * MINUTE_MS);
  expect(device.entries()).toEqual([]);
});

it('34 without Web Locks, what a killed tab sent may have arrived, also when the pass of another tab has ended', async () => {
  const { device, tab, workIn, deliveryRows } = await setUp();
  tab.kill();
  device.isWithoutLocks = true;
  const [first, second] = [await device.open(), await device.open()];
  await device.setOnline(false);
  for (let box = 0; box < 2; box += 1) await workIn(first).deliver(box);
  const [recorded = '', lost = ''] = device.entries().map(({ id }) => id);
  device.network.online = true;
  device.network.faults = ['delay', 'hangAfter'];
  device.network.onWire = (moment, { key }) => {
    if (moment === 'responded' && key === recorded) device.network.online = false;
  };
  first.store.dispatch(syncRequested({ only: recorded }));
  await device.clock.settle();
  second.store.dispatch(syncRequested({ only: lost }));
  await device.clock.advance(10_000);
  expect(await deliveryRows()).toHaveLength(2);
  expect(device.entries().map(({ id }) => id)).toEqual([lost]);
  second.kill();
  expect(await first.store.dispatch(discardEntries([lost], false))).toBe('mayBeRecorded');
});
