// @vitest-environment node
import { expect, it } from 'vitest';
import { messages } from '../../../../src/domain/messages';
import { syncRequested } from '../../../../src/offline/actions';
import { discardEntries } from '../../../../src/state/outbox/outbox';
import type { Tab } from '../../../support/app/faultyDevice';
import { type QueueFixture, setUpQueueFixture } from '../../../support/queue/queueFixture';
import { deliveryLines } from '../../../../src/server/db/schema';
import { visitsApi } from '../../../../src/api/visitsApi';
import { outboxCommands } from '../../../../src/state/outbox/outboxCommands';
import { moveToNewVisit } from '../../../../src/state/outbox/refusedEntries';

const setUp = setUpQueueFixture();

/** Ten minutes later the entry of the suspended tab is discarded in another one. Then the suspended tab resumes. */
async function discardIn(other: Tab, { device, tab }: QueueFixture): Promise<void> {
  await device.clock.advance(10 * 60_000);
  const [entry] = device.entries();
  expect(await other.store.dispatch(discardEntries([entry?.id ?? ''], true))).toBe('done');
  tab.thaw();
  await device.clock.advance(10_000);
}

it('3 another tab leaves a first try alone, although it found the lock of an earlier press six minutes ago', async () => {
  const { device, work } = await setUp();
  const other = await device.open();
  const id = crypto.randomUUID();
  /** A press whose request takes about 2 s; the server refuses it. The other tab syncs meanwhile. */
  const press = async () => {
    device.network.bytesPerMs = 0.2;
    device.network.faults = ['status422', 'status422'];
    const pressed = await work.deliver(0, undefined, id);
    await device.clock.advance(100);
    other.store.dispatch(syncRequested({}));
    await device.clock.advance(3_500);
    device.network.faults = [];
    return pressed.result;
  };
  const sent: string[] = [];
  device.network.onWire = (moment, { key, method }) => {
    if (moment === 'sent' && method !== 'GET') sent.push(key);
  };
  expect(await press()).toMatchObject({ failure: { status: 422 } });
  expect(device.entries()).toEqual([]);
  await device.clock.advance(6 * 60_000);
  expect(await press()).toMatchObject({ failure: { status: 422 } });
  expect(device.entries()).toEqual([]);
  expect(sent).toEqual([id, id]);
});

it('17 a try that a suspended tab ends late does not replace the server’s reason for a refusal', async () => {
  const { device, tab, work } = await setUp();
  const second = await device.open();
  device.network.bytesPerMs = 0.2;
  device.network.faults = ['status503'];
  await work.deliver(0);
  tab.freeze();
  await device.clock.advance(3_000);
  device.network.bytesPerMs = null;
  const refusal = Response.json({ error: 'No.' }, { status: 409 });
  device.network.gateway = ({ method }) => (method === 'POST' ? refusal.clone() : null);
  for (let minutes = 0; minutes < 10; minutes += 1) {
    second.store.dispatch(syncRequested({}));
    await device.clock.advance(60_000);
  }
  expect(device.states()).toMatchObject([{ state: 'refused', lastError: { status: 409 } }]);
  device.network.gateway = () => null;
  await device.setOnline(false);
  tab.thaw();
  await device.clock.advance(5_000);
  expect(device.states()).toMatchObject([{ state: 'refused', lastError: { status: 409 } }]);
});

it('1 a tab that was suspended at a press does not say "Saved locally" for what another tab has discarded since', async () => {
  const fixture = await setUp();
  const { device, tab, work } = fixture;
  const second = await device.open();
  device.network.bytesPerMs = 0.2;
  const pressed = await work.deliver(0);
  tab.freeze();
  await device.clock.advance(1_000);
  device.network.bytesPerMs = null;
  await device.setOnline(false);
  await discardIn(second, fixture);
  expect(pressed.result).toMatchObject({ failure: { kind: 'validation', text: messages.endedElsewhere } });
});

it('1 the same for a tab that was suspended after the change was on disk and before it said so', async () => {
  const fixture = await setUp();
  const { device, tab, work } = fixture;
  const second = await device.open();
  await device.setOnline(false);
  device.disk.onCommit = (moment) => {
    if (moment === 'after') tab.freeze();
  };
  const pressed = await work.deliver(0);
  device.disk.onCommit = () => undefined;
  expect(pressed.result).toBeNull();
  await discardIn(second, fixture);
  expect(pressed.result).toMatchObject({ failure: { kind: 'validation', text: messages.endedElsewhere } });
  expect(tab.store.getState().queue.entries).toEqual([]);
});

it('34 an edit by a tab that is suspended is not done when another tab took its lock and sent the entry, also with a warning', async () => {
  const { device, tab, work, location, deliveryRows } = await setUp();
  const second = await device.open();
  device.network.online = false;
  await work.deliver(0);
  const [entry] = device.entries();
  const id = entry?.id ?? '';
  expect(device.states()).toMatchObject([{ id, mayHaveArrived: true }]);
  expect(await deliveryRows()).toEqual([]);
  const { dispatch } = tab.store;
  const lines = [{ item: location.itemId, quantity: 7, packaging: 'each' }];
  expect(await dispatch(outboxCommands()).edit(id, crypto.randomUUID(), { part: { lines } }, false)).toBe(
    'mayBeRecorded',
  );
  // The person decides. The tab is suspended while it asks the server.
  const result = dispatch(outboxCommands()).edit(id, crypto.randomUUID(), { part: { lines } }, true);
  device.network.onWire = (moment, { method }) => {
    if (moment === 'sent' && method === 'DELETE') tab.freeze();
  };
  await device.clock.settle();
  device.network.online = true;
  const sent: string[] = [];
  device.network.onWire = (moment, { key, method }) => {
    if (moment === 'sent' && method === 'POST') sent.push(key);
  };
  device.network.responseMs = 10_000;
  for (let s = 0; s < 200 && sent.length === 0; s += 1) {
    if (s % 6 === 0) second.store.dispatch(syncRequested({}));
    await device.clock.advance(5_000);
  }
  expect(sent).toEqual([id]);
  tab.thaw();
  await device.clock.advance(60_000);
  expect(await result).toBe('beingSent');
  expect(await deliveryRows()).toHaveLength(1);
});

it('33 a move by a tab that was suspended before it had the locks keeps what another tab has edited since', async () => {
  const { device, tab, rep, work, openVisit, location, server } = await setUp();
  const visit = await openVisit();
  void tab.store.dispatch(visitsApi.endpoints.getVisit.initiate(visit));
  await device.clock.settle();
  const second = await device.open();
  await device.setOnline(false);
  const id = (await work.deliver(0, visit)).result?.queued?.id ?? '';
  await rep.post(`/api/visits/${visit}/submit`, { outcome: 'other', note: 'elsewhere' });
  await device.setOnline(true);
  await device.clock.advance(10_000);
  expect(device.states()).toMatchObject([{ id, state: 'refused', mayHaveArrived: false }]);
  device.network.online = false;
  device.disk.onRead = () => {
    device.disk.onRead = () => undefined;
    tab.freeze();
  };
  const moved = tab.store.dispatch(moveToNewVisit(id, true));
  await device.clock.settle();
  const lines = [{ item: location.itemId, quantity: 7, packaging: 'each' }];
  const edited = second.store.dispatch(outboxCommands()).edit(id, crypto.randomUUID(), { part: { lines } }, false);
  await device.clock.settle();
  expect(await edited).toBe('done');
  tab.thaw();
  await device.clock.settle();
  expect(await moved).toBe('done');
  await device.setOnline(true);
  await device.clock.advance(60_000);
  const rows = await server.db.select().from(deliveryLines);
  expect(rows.map(({ quantityHundredths }) => quantityHundredths)).toEqual([700]);
});

it('36 a move that comes too late does not cancel the delivery, which another tab has moved and sent', async () => {
  const { device, tab, rep, work, openVisit, deliveryRows } = await setUp();
  const visit = await openVisit();
  const second = await device.open();
  for (const { store } of [tab, second]) {
    void store.dispatch(visitsApi.endpoints.getVisit.initiate(visit));
    await device.clock.settle();
  }
  await device.setOnline(false);
  const id = (await work.deliver(0, visit)).result?.queued?.id ?? '';
  await rep.post(`/api/visits/${visit}/submit`, { outcome: 'other', note: 'elsewhere' });
  await device.setOnline(true);
  await device.clock.advance(5_000);
  tab.freeze();
  const late = tab.store.dispatch(moveToNewVisit(id, false));
  device.network.onWire = (moment, { key }) => {
    if (moment !== 'sent' || key !== id) return;
    device.network.onWire = () => undefined;
    device.network.faults = ['dropBefore'];
  };
  const moved = second.store.dispatch(moveToNewVisit(id, false));
  await device.clock.advance(1_000);
  expect(await moved).toBe('done');
  for (let s = 0; s < 20 && !device.states()[0]?.mayHaveArrived; s += 1) await device.clock.advance(500);
  expect(device.states()).toMatchObject([{ id, mayHaveArrived: true }]);
  tab.thaw();
  await device.clock.advance(60_000);
  expect(await late).toBe('gone');
  expect(device.entries()).toEqual([]);
  expect(await deliveryRows()).toHaveLength(1);
});
