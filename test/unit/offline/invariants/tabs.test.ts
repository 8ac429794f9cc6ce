// @vitest-environment node
import { expect, it } from 'vitest';
import { visitsApi } from '../../../../src/api/visitsApi';
import { syncRequested } from '../../../../src/offline/actions';
import { aWrite } from '../../../support/app/aWrite';
import type { Tab } from '../../../support/app/faultyDevice';
import { type QueueFixture, setUpQueueFixture } from '../../../support/queue/queueFixture';

const setUp = setUpQueueFixture();
const TABS = 5;
const MINUTE_MS = 60_000;

async function openTabs({ device, tab }: QueueFixture) {
  const tabs = [tab];
  while (tabs.length < TABS) tabs.push(await device.open());
  return tabs;
}

it.each([
  ['Web Locks', 100],
  ['locks within each tab', 20],
] as const)(
  '19 with %s and five tabs that go online at once, each of the %i entries takes effect once',
  async (locks, entries) => {
    const fixture = await setUp();
    const { device, workIn } = fixture;
    device.isWithoutLocks = locks !== 'Web Locks';
    fixture.tab.kill();
    fixture.tab = await device.open();
    const tabs = await openTabs(fixture);
    await device.setOnline(false);
    for (let n = 0; n < entries; n += 1) await workIn(tabs[n % TABS] ?? fixture.tab).deliver(n % 4);
    expect(device.entries()).toHaveLength(entries);
    await device.setOnline(true);
    await device.clock.advance(10_000);
    // Within a tab alone the tabs cannot agree, and the keys cover what is sent twice.
    expect(device.network.requests).toBeGreaterThanOrEqual(entries);
    expect(device.network.requests).toBeLessThanOrEqual(locks === 'Web Locks' ? entries : entries * TABS);
    expect(await fixture.deliveryRows()).toHaveLength(entries);
    expect(device.entries()).toEqual([]);
  },
);

it('19 the replay lock is held during a pass only', async () => {
  const { device, work } = await setUp();
  await device.setOnline(false);
  await work.deliver(0);
  const passes = async () => {
    const { held } = await device.lockManager.client('looking on').query();
    return held?.filter(({ name }) => name?.includes('drain')).length;
  };
  expect(await passes()).toBe(0);
  const duringThePass: unknown[] = [];
  device.network.onWire = (moment, { method }) => {
    if (moment === 'sent' && method === 'POST') void passes().then((count) => duringThePass.push(count));
  };
  await device.setOnline(true);
  expect(duringThePass).toEqual([1]);
  expect(await passes()).toBe(0);
});

it('19 a tab that waited for a sending tab takes over soon after that one dies', async () => {
  const { device, tab, work, deliveryRows } = await setUp();
  const heir = await device.open();
  await device.setOnline(false);
  for (let n = 0; n < 60; n += 1) await work.deliver(n % 4);
  device.network.faults = Array.from({ length: 60 }, () => 'delay' as const);
  await device.setOnline(true);
  await device.clock.advance(2 * MINUTE_MS);
  expect((await deliveryRows()).length).toBeLessThan(40);
  device.network.faults = [];
  tab.kill();
  await device.clock.advance(10_000);
  expect(await deliveryRows()).toHaveLength(60);
  expect(heir.store.getState().queue.entries).toEqual([]);
});

it('24 a pass that read the queue during a first try of another tab leaves that change its delay', async () => {
  const { device, work, workIn, openVisit } = await setUp();
  const visit = await openVisit();
  const other = await device.open();
  await device.setOnline(false);
  await workIn(other).deliver(0);
  device.network.faults = ['status422', 'status422'];
  await device.setOnline(true);
  await device.clock.advance(10_000);
  const sent: string[] = [];
  device.network.onWire = (moment, { method, path }) => {
    if (moment === 'sent' && method !== 'GET') sent.push(path);
  };
  // The submit takes 1 s, the delivery 2 s. While the first try of the submit fails, the pass sends the delivery.
  device.network.bytesPerMs = 0.1;
  device.network.faults = ['html200'];
  await work.submit(visit, 'x'.repeat(65));
  await device.clock.advance(500);
  other.store.dispatch(syncRequested({}));
  await device.clock.advance(2_400);
  const both = [`/visits/${visit}/submit`, '/deliveries'];
  expect(sent).toEqual(both);
  await device.clock.advance(10_000);
  expect(sent).toEqual([...both, `/visits/${visit}/submit`]);
});

it('4 a start that one tab has shown as saved is not dropped by the other tab, which was sending it', async () => {
  const { device, tab, location, workIn, visitRows, deliveryRows } = await setUp();
  const other = await device.open();
  const start = visitsApi.endpoints.startVisit.initiate(aWrite({ location: location.locationId }));
  const press = async ({ store }: Tab) => {
    void store.dispatch(start);
    await device.clock.settle();
  };
  device.network.faults = ['hangBefore'];
  // The first tab is in the background, where timers come up to a second late.
  const schedule = device.clock.schedule.bind(device.clock);
  device.clock.schedule = (work, delayMs) => schedule(work, delayMs + 999);
  await press(tab);
  device.clock.schedule = schedule;
  await press(other);
  await device.clock.advance(4_500);
  const [shown] = other.store.getState().queue.entries;
  await workIn(other).deliver(0, shown?.creates ?? '');
  await device.clock.advance(2_000);
  expect(device.entries()).toMatchObject([{ id: shown?.id }, { call: 'createDelivery' }]);
  await device.clock.advance(10 * MINUTE_MS);
  expect(await deliveryRows()).toMatchObject([{ visitId: (await visitRows())[0]?.id }]);
  expect(device.entries()).toEqual([]);
});

it('20 all appends of all tabs are stored, and no key ever holds two entries', async () => {
  const fixture = await setUp();
  const { device, location, workIn } = fixture;
  const tabs = await openTabs(fixture);
  await device.setOnline(false);
  const pressed = tabs.flatMap((tab) => location.boxIds.map((_, box) => workIn(tab).deliver(box)));
  const reported = (await Promise.all(pressed)).map((press) => press.result?.queued?.id);
  await device.clock.advance(1);
  const ids = device.entries().map(({ id }) => id);
  expect(new Set(ids)).toEqual(new Set(reported));
  expect(ids).toHaveLength(TABS * location.boxIds.length);
  expect(new Set(device.entries().map(({ seq }) => seq)).size).toBe(ids.length);
  for (const tab of tabs) expect(tab.store.getState().queue.entries.map(({ id }) => id)).toEqual(ids);
});

it('20 an entry reported as saved never changes, whatever is appended under its key', async () => {
  const { device, tab, work } = await setUp();
  await device.setOnline(false);
  await work.deliver(0);
  const [first] = device.entries();
  const { journal } = tab.store.dispatch((_dispatch, _getState, extra) => extra);
  if (!first) throw new Error('Nothing was queued');
  const { seq: _place, ...taken } = first;
  const stays = { entry: first, wasSaved: true };
  await expect(journal.append({ ...taken, body: { other: true } })).resolves.toMatchObject(stays);
  await expect(journal.append(taken)).resolves.toMatchObject(stays);
  expect(device.entries()).toEqual([first]);
});

it('5 a form saved in one tab and submitted with other content in another is sent with the saved bytes', async () => {
  const { device, work, workIn, deliveryRows } = await setUp();
  const second = await device.open();
  const writeId = crypto.randomUUID();
  device.network.faults = ['status500'];
  await work.deliver(0, undefined, writeId);
  await device.setOnline(false);
  expect((await work.deliver(0, undefined, writeId)).result?.queued).toBeDefined();
  const [saved] = device.entries();
  device.network.online = true;
  const pressed = await workIn(second).deliver(1, undefined, writeId);
  expect(pressed.result?.failure).toEqual({
    kind: 'validation',
    text: 'Saved before, with other content. Edit that in the outbox.',
  });
  expect(device.entries()).toEqual([saved]);
  await device.setOnline(true);
  await device.clock.advance(10_000);
  expect((await deliveryRows()).map(({ boxId }) => boxId)).toEqual([Reflect.get(Object(saved?.body), 'box')]);
});

it('24 Sync now in a second tab during a pass is not lost', async () => {
  const { device, tab, work, deliveryRows } = await setUp();
  const second = await device.open();
  await device.setOnline(false);
  for (let box = 0; box < 3; box += 1) await work.deliver(box);
  // Refused entries are sent by no timer: only a person's wish sends them.
  device.network.faults = Array.from({ length: 9 }, () => 'status422' as const);
  await device.setOnline(true);
  await device.clock.advance(MINUTE_MS);
  expect(device.states().map(({ state }) => state)).toEqual(['refused', 'refused', 'refused']);
  device.network.faults = ['delay'];
  tab.store.dispatch(syncRequested({ only: device.entries()[0]?.id ?? '' }));
  await device.clock.advance(1_000);
  expect(tab.store.getState().queue.replaying).toBe(true);
  second.store.dispatch(syncRequested({}));
  await device.clock.advance(10_000);
  expect(await deliveryRows()).toHaveLength(3);
  expect(device.entries()).toEqual([]);
});

it('26 a form is saved although a suspended tab, which saved nothing, has the lock of its write', async () => {
  const { device, work, deliveryRows } = await setUp();
  const writeId = crypto.randomUUID();
  const other = device.lockManager.client('another tab');
  void other.request(`field-sales-entry-${writeId}`, () => new Promise(() => undefined)).catch(() => undefined);
  const pressed = work.deliver(0, undefined, writeId);
  await device.clock.advance(5_000);
  expect((await pressed).result?.queued).toBeDefined();
  expect(device.states()).toMatchObject([{ id: writeId, mayHaveArrived: true }]);
  await device.clock.advance(15 * 60_000);
  expect(await deliveryRows()).toHaveLength(1);
  expect(device.entries()).toEqual([]);
});
