// @vitest-environment node
import { expect, it } from 'vitest';
import { writeRequested } from '../../../../src/api/client/writes';
import { DAY_MS } from '../../../../src/domain/durations';
import { deliveryLines } from '../../../../src/server/db/schema';
import { deliveryBody } from '../../../support/server/aStockedLocation';
import { editRefusedEntry } from '../../../../src/state/outbox/editRefusedEntry';
import { discardEntries } from '../../../../src/state/outbox/outbox';
import type { AppThunk } from '../../../../src/state/root/types';
import { draftSaved } from '../../../../src/state/slices/draftsSlice';
import type { Tab } from '../../../support/app/faultyDevice';
import { setUpQueueFixture } from '../../../support/queue/queueFixture';

const setUp = setUpQueueFixture();

it('9 a write has one id from before its first try, sent as the key of every try in every tab', async () => {
  const { device, tab, work, deliveryRows } = await setUp();
  const keys: string[] = [];
  device.network.onWire = (moment, { method, key }) => {
    if (moment === 'sent' && method === 'POST') keys.push(key);
  };
  device.network.faults = ['hangAfter', 'dropAfter', 'status500', 'cutBody'];
  const writeId = crypto.randomUUID();
  await work.deliver(0, undefined, writeId);
  await device.clock.advance(15_000);
  expect(device.entries().map(({ id }) => id)).toEqual([writeId]);
  await device.clock.advance(60_000);
  tab.kill();
  await device.open();
  await device.clock.advance(15 * 60_000);
  expect(keys).toHaveLength(5);
  expect(new Set(keys)).toEqual(new Set([writeId]));
  expect(await deliveryRows()).toHaveLength(1);
  expect(device.entries()).toEqual([]);
});

it('9 a form submitted again after a 5xx keeps its write id, whether or not the first try took effect', async () => {
  const { device, work, deliveryRows } = await setUp();
  const writeId = crypto.randomUUID();
  const press = () => work.deliver(0, undefined, writeId);
  device.network.faults = ['status500After', 'status500'];
  expect((await press()).result?.failure).toMatchObject({ kind: 'http', status: 500 });
  expect((await press()).result?.failure).toMatchObject({ kind: 'http', status: 500 });
  expect((await press()).result?.id).toBeDefined();
  expect(device.writes.map(({ key }) => key)).toEqual([writeId, writeId]);
  expect(await deliveryRows()).toHaveLength(1);
  expect(device.entries()).toEqual([]);
});

it('9 a write repeated under its id takes effect once, whatever became of the earlier tries', async () => {
  const { device, tab, location, deliveryRows } = await setUp();
  const write = { id: 'made-with-the-form', call: 'createDelivery', method: 'POST', path: '/deliveries' } as const;
  const none = { visitId: null, baseVersion: null, over: null, pricesAsOf: null };
  const press = async () => {
    const result: unknown = tab.store.dispatch(
      writeRequested({ ...write, ...none, ts: device.clock.now(), body: deliveryBody(location, 0) }),
    );
    await device.clock.settle();
    return result;
  };
  device.network.faults = ['status500After', 'status500'];
  expect(await press()).toMatchObject({ error: { kind: 'http', status: 500 } });
  expect(await press()).toMatchObject({ error: { kind: 'http', status: 500 } });
  device.network.online = false;
  expect(await press()).toMatchObject({ data: { queued: true } });
  expect(await press()).toMatchObject({ data: { queued: true } });
  device.network.online = true;
  await device.clock.advance(10_000);
  expect(device.writes.map(({ key }) => key)).toEqual([write.id, write.id]);
  expect(await deliveryRows()).toHaveLength(1);
  expect(device.entries()).toEqual([]);
});

it('31 the same change made again in a new form takes effect, though earlier changes got a 5xx', async () => {
  const { device, work, server } = await setUp();
  const { id = '' } = (await work.deliver(0)).result ?? {};
  for (const faults of [['status500After'], ['status500After', 'status500After']] as const) {
    device.network.faults = [...faults];
    await work.edit(id, null, 5);
    await work.edit(id, null, 6);
    expect((await work.edit(id, null, 5)).result?.id).toBe(id);
    expect(await server.db.select().from(deliveryLines)).toMatchObject([{ quantityHundredths: 500 }]);
    await work.edit(id, null, 7);
  }
});

it('31 the same delivery made on the next day is a second one, though the first got a 5xx after it was recorded', async () => {
  const { device, work, deliveryRows } = await setUp();
  device.network.faults = ['status500After'];
  expect((await work.deliver(0)).result?.failure).toMatchObject({ status: 500 });
  await device.clock.advance(DAY_MS);
  expect((await work.deliver(0)).result?.id).toBeDefined();
  expect(await deliveryRows()).toHaveLength(2);
});

/** Leaves a draft behind on the disk, under this id. */
async function leaveDraft({ store }: Tab, id: string, form: string, at: number): Promise<void> {
  store.dispatch(draftSaved({ id, form, value: { lines: [] }, savedAt: at }));
  await store.dispatch((_dispatch, _getState, { flush }) => flush());
}

it('30 the draft of a delivery that was being sent when its tab was killed is deleted; others of that form stay', async () => {
  const { device, tab, work, deliveryRows } = await setUp();
  await leaveDraft(tab, 'write-sent', 'new delivery', device.clock.now());
  await leaveDraft(tab, 'write-typed', 'new delivery', device.clock.now());
  device.network.faults = ['hangBefore'];
  await work.deliver(0, undefined, 'write-sent');
  tab.kill();
  const { store } = await device.open();
  expect(store.getState().drafts).toHaveProperty('write-typed');
  expect(store.getState().drafts).not.toHaveProperty('write-sent');
  await device.clock.advance(10 * 60_000);
  expect(await deliveryRows()).toHaveLength(1);
});

it('30 the draft of a queued delivery is deleted with its entry, though the tab was killed before the deletion', async () => {
  const { device, tab, work, deliveryRows } = await setUp();
  await leaveDraft(tab, 'write-saved', 'new delivery', device.clock.now());
  device.areCachesHanging = true;
  await device.setOnline(false);
  expect((await work.deliver(0, undefined, 'write-saved')).result?.queued).toBeDefined();
  tab.kill();
  expect([...device.caches.keys()]).toContain('draft:write-saved');
  device.areCachesHanging = false;
  const { store } = await device.open();
  await device.setOnline(true);
  await device.clock.advance(60_000);
  expect(await deliveryRows()).toHaveLength(1);
  expect(store.getState().drafts).not.toHaveProperty('write-saved');
});

it.each<[string, (id: string) => AppThunk<Promise<unknown>>, number]>([
  ['discarded', (id) => discardEntries([id], true), 0],
  ['corrected under another id', (id) => editRefusedEntry(id, { lines: [] }, true), 1],
])('30 the draft that a killed tab left is not offered once another tab has %s its write', async (_, command, left) => {
  const { device, tab, work } = await setUp();
  const other = await device.open();
  await leaveDraft(tab, 'write-saved', 'new delivery', device.clock.now());
  device.areCachesHanging = true;
  device.network.faults = ['dropBefore'];
  await work.deliver(0, undefined, 'write-saved');
  tab.kill();
  device.areCachesHanging = false;
  await device.clock.settle();
  await other.store.dispatch(command('write-saved'));
  expect(device.entries()).toHaveLength(left);
  expect(device.entries().map(({ id }) => id)).not.toContain('write-saved');
  expect([...device.caches.keys()]).toContain('draft:write-saved');
  const { store } = await device.open();
  expect(store.getState().drafts).not.toHaveProperty('write-saved');
});

it('30 each tab keeps its own draft of the same form, whichever of them saves last', async () => {
  const { device, tab } = await setUp();
  const other = await device.open();
  await leaveDraft(tab, 'first-tab', 'new delivery', 1);
  await leaveDraft(other, 'second-tab', 'new delivery', 2);
  await leaveDraft(tab, 'first-tab', 'new delivery', 3);
  const { drafts } = (await device.open()).store.getState();
  expect(drafts).toMatchObject({ 'first-tab': { savedAt: 3 }, 'second-tab': { savedAt: 2 } });
});
