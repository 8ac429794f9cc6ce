// @vitest-environment node
import { expect, it } from 'vitest';
import { syncRequested } from '../../../../src/offline/actions';
import { deliveryLines } from '../../../../src/server/db/schema';
import { outboxCommands } from '../../../../src/state/outbox/outboxCommands';
import type { aTab } from '../../../support/queue/aTab';
import { type QueueFixture, setUpQueueFixture } from '../../../support/queue/queueFixture';

const setUp = setUpQueueFixture();
const QUANTITY = 7;
type Store = Awaited<ReturnType<typeof aTab>>;

/** A change of 7 pieces in place of the refused one. */
function editIn(store: Store, { location }: QueueFixture, id: string) {
  const lines = [{ item: location.itemId, quantity: QUANTITY, packaging: 'each' }];
  return store.dispatch(outboxCommands()).edit(id, crypto.randomUUID(), { part: { lines } }, false);
}

const discardIn = (store: Store, _fixture: QueueFixture, id: string) =>
  store.dispatch(outboxCommands()).discard([id], false);

/** From now on the server certainly refuses this entry, and nothing else. */
function refuse({ device }: QueueFixture, id: string): void {
  device.network.gateway = ({ key }) => (key === id ? Response.json({ error: 'No.' }, { status: 422 }) : null);
}

/** A delivery that was saved offline, and that the server certainly refused. Returns its id. */
async function aRefusedDelivery(fixture: QueueFixture, tab: QueueFixture['tab']): Promise<string> {
  const { device, workIn } = fixture;
  const work = workIn(tab);
  await device.setOnline(false);
  const id = (await work.deliver(0)).result?.queued?.id ?? '';
  refuse(fixture, id);
  await device.setOnline(true);
  await device.clock.advance(10_000);
  device.network.gateway = () => null;
  expect(device.states()).toMatchObject([{ id, state: 'refused', mayHaveArrived: false }]);
  return id;
}

/** Waits until the second tab has sent the entry; returns what left the device. */
async function sendIn(second: QueueFixture['tab'], { device }: QueueFixture, id: string): Promise<void> {
  const sent: string[] = [];
  device.network.onWire = (moment, { method, key }) => {
    if (method === 'POST' && moment === 'sent') sent.push(key);
  };
  second.store.dispatch(syncRequested({}));
  for (let seconds = 0; seconds < 60 && !sent.includes(id); seconds += 1) await device.clock.advance(1_000);
  expect(sent).toEqual([id]);
}

const quantities = async ({ server }: QueueFixture) =>
  (await server.db.select().from(deliveryLines)).map(({ quantityHundredths }) => quantityHundredths);

it.each([
  ['edit', editIn],
  ['discard', discardIn],
])(
  '34 the %s by a tab that is suspended is not done when another tab took its locks and sent the entry',
  async (_, command) => {
    const fixture = await setUp();
    const { device, tab, work } = fixture;
    const second = await device.open();
    const id = await aRefusedDelivery(fixture, tab);
    device.network.online = false;
    const other = (await work.deliver(1)).result?.queued?.id ?? '';
    device.network.online = true;
    // A pass of the first tab waits for another entry's response. Its person gives the command, and it is suspended.
    device.network.faults = ['hangBefore'];
    tab.store.dispatch(syncRequested({ only: other }));
    await device.clock.settle();
    const result = command(tab.store, fixture, id);
    tab.freeze();
    await device.clock.settle();
    device.network.faults = ['delay'];
    await sendIn(second, fixture, id);
    tab.thaw();
    await device.clock.advance(10 * 60_000);
    expect(await result).toBe('beingSent');
    expect(await quantities(fixture)).toHaveLength(2);
    expect(device.entries()).toEqual([]);
  },
);

it('34 without Web Locks, an edit is not done when another tab sends the entry in between', async () => {
  const fixture = await setUp();
  const { device } = fixture;
  device.isWithoutLocks = true;
  fixture.tab.kill();
  const first = await device.open();
  const id = await aRefusedDelivery(fixture, first);
  first.freeze();
  // A second tab opens, and its pass ends, before the first one continues: no two passes run at once.
  refuse(fixture, id);
  const second = await device.open();
  await device.clock.advance(10_000);
  device.network.gateway = () => null;
  const result = editIn(first.store, fixture, id);
  await device.clock.settle();
  device.network.faults = ['delay'];
  await sendIn(second, fixture, id);
  first.thaw();
  await device.clock.advance(10 * 60_000);
  expect(await result).toBe('beingSent');
  expect(await quantities(fixture)).toEqual([200]);
});

it.each([
  ['edit', editIn],
  ['discard', discardIn],
])('34 the %s by a tab that woke up is not done when the pass of another tab took its lock', async (_, command) => {
  const fixture = await setUp();
  const { device, tab, work, workIn } = fixture;
  const second = await device.open();
  await device.setOnline(false);
  const first = (await work.deliver(1)).result?.queued?.id ?? '';
  const sent: string[] = [];
  device.network.onWire = (moment, { method, key }) => {
    if (method === 'POST' && moment === 'sent') sent.push(key);
  };
  /** Lets time pass until this entry is sent once more. */
  const untilSent = async (id: string) => {
    const before = sent.filter((one) => one === id).length;
    for (let s = 0; s < 900 && sent.filter((one) => one === id).length === before; s += 1)
      await device.clock.advance(1_000);
    expect(sent.at(-1)).toBe(id);
  };
  device.network.faults = ['hangBefore'];
  device.network.online = true;
  tab.store.dispatch(syncRequested({}));
  await device.clock.settle();
  expect(sent).toEqual([first]);
  tab.freeze();
  // The person goes on in the second tab, without a signal for a moment.
  device.network.online = false;
  await workIn(second).deliver(2);
  const id = (await workIn(second).deliver(0)).result?.queued?.id ?? '';
  device.network.online = true;
  device.network.faults = ['hangBefore'];
  second.store.dispatch(syncRequested({}));
  await untilSent(first);
  tab.thaw();
  await device.clock.settle();
  const result = command(tab.store, fixture, id);
  tab.freeze();
  device.network.responseMs = 10_000;
  await untilSent(id);
  tab.thaw();
  await device.clock.advance(10 * 60_000);
  expect(await result).toBe('beingSent');
});

it('23 an entry whose lock a pass stole but could not mark is sent by a later pass', async () => {
  const { device, tab, work, deliveryRows } = await setUp();
  const second = await device.open();
  await device.setOnline(false);
  await work.deliver(0);
  device.network.faults = ['hangBefore'];
  device.network.online = true;
  tab.store.dispatch(syncRequested({}));
  await device.clock.settle();
  tab.freeze();
  // The second tab marks what the first may have sent and steals the lock of the entry. Then its disk is full once.
  device.disk.onCommit = (moment, written) => {
    if (moment !== 'after' || !written.includes('put meta pass')) return;
    device.disk.onCommit = () => undefined;
    device.disk.faults = ['quota', 'quota'];
  };
  second.store.dispatch(syncRequested({}));
  await device.clock.advance(60_000);
  expect(device.disk.faults).toEqual([]);
  // A lock that was kept would be stolen only after five minutes.
  await device.clock.advance(3 * 60_000);
  expect(await deliveryRows()).toHaveLength(1);
  expect(device.entries()).toEqual([]);
});

it('23 every entry whose lock a suspended tab has is sent, also when the pass that takes over sends only another entry', async () => {
  const { device, tab, work, deliveryRows } = await setUp();
  const second = await device.open();
  await device.setOnline(false);
  for (let box = 0; box < 3; box += 1) await work.deliver(box);
  // The first tab sends one entry and has claimed the next one.
  device.network.faults = ['hangBefore'];
  device.network.online = true;
  tab.store.dispatch(syncRequested({}));
  await device.clock.settle();
  tab.freeze();
  // In the second one the person presses Send now at the third entry, and that pass takes over.
  second.store.dispatch(syncRequested({ only: device.entries()[2]?.id ?? '' }));
  await device.clock.advance(15 * 60_000);
  expect(await deliveryRows()).toHaveLength(3);
});

it('23 a change reported as saved is sent by another tab while the tab of its first try is suspended', async () => {
  const { device, tab, work, deliveryRows } = await setUp();
  device.network.faults = ['hangBefore'];
  const press = await work.deliver(0);
  await device.clock.advance(4_500);
  expect(press.result?.queued).toBeDefined();
  tab.freeze();
  const second = await device.open();
  second.store.dispatch(syncRequested({}));
  await device.clock.advance(15 * 60_000);
  expect(await deliveryRows()).toHaveLength(1);
});

it('25 a late success is not reported again when another tab has recorded the change meanwhile', async () => {
  const { device, tab, work, deliveryRows } = await setUp();
  device.network.responseMs = 10_000;
  await work.deliver(0);
  await device.clock.advance(4_500);
  tab.freeze();
  device.network.responseMs = 0;
  const second = await device.open();
  second.store.dispatch(syncRequested({}));
  await device.clock.advance(15 * 60_000);
  expect(device.entries()).toEqual([]);
  const thawedAt = device.clock.now();
  tab.thaw();
  await device.clock.advance(60_000);
  const { lastReplay } = second.store.getState().queue;
  expect(lastReplay).toMatchObject({ pushed: 1 });
  expect(lastReplay?.at).toBeLessThan(thawedAt);
  expect(await deliveryRows()).toHaveLength(1);
});

it('34 an entry whose lock was stolen is stored as possibly sent before it is sent, since its tab may wake up', async () => {
  const { device, tab, work } = await setUp();
  await device.setOnline(false);
  const id = (await work.deliver(0)).result?.queued?.id ?? '';
  const other = device.lockManager.client('another tab');
  const held = other.request(`field-sales-entry-${id}`, () => new Promise(() => undefined));
  const stored: unknown[] = [];
  device.network.onWire = (moment, { key }) => {
    if (moment === 'sent' && key === id) stored.push(device.states().find((state) => state.id === id)?.mayHaveArrived);
  };
  held.catch(() => undefined);
  await device.setOnline(true);
  for (let minutes = 0; minutes < 10; minutes += 1) {
    tab.store.dispatch(syncRequested({}));
    await device.clock.advance(60_000);
  }
  await expect(held).rejects.toThrow('stolen');
  expect(stored).toEqual([true]);
  expect(device.entries()).toEqual([]);
});
