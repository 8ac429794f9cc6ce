// @vitest-environment node
import { expect, it } from 'vitest';
import { deliveriesApi } from '../../../../src/api/deliveriesApi';
import { syncRequested } from '../../../../src/offline/actions';
import { saveDraft, sendDraft } from '../../../../src/state/drafts/drafts';
import { discardEntries } from '../../../../src/state/outbox/outbox';
import { deliveryBody } from '../../../support/server/aStockedLocation';
import { aWrite } from '../../../support/app/aWrite';
import type { NetworkFault } from '../../../support/app/faultyNetwork';
import { setUpQueueFixture } from '../../../support/queue/queueFixture';

const setUp = setUpQueueFixture();
const { createDelivery } = deliveriesApi.endpoints;

/** A draft that two tabs have open. `press` sends it from one of them, as its form does. */
async function aDraftInTwoTabs() {
  const fixture = await setUp();
  const { device, tab, location } = fixture;
  const id = crypto.randomUUID();
  const draft = { form: 'new delivery', value: { typed: true } };
  tab.store.dispatch(saveDraft({ id, ...draft }));
  await tab.store.dispatch((_dispatch, _getState, { flush }) => flush());
  const second = await device.open();
  const press = async (one: typeof tab, forMs = 500) => {
    const call = (writeId: string) =>
      one.store.dispatch(createDelivery.initiate(aWrite(deliveryBody(location, 0), writeId)));
    const sent = sendDraft(one.store, id, draft, call);
    // Sent, but not tried again by a pass.
    await device.clock.advance(forMs);
    return sent;
  };
  return { ...fixture, id, second, press };
}

it.each<[string, NetworkFault[]]>([
  ['got the server’s response', []],
  ['got a 500 after the server had recorded it', ['status500After']],
])('34 a draft that another tab has sent counts as possibly recorded: that tab %s', async (_, faults) => {
  const { device, tab, id, second, press, deliveryRows } = await aDraftInTwoTabs();
  device.network.faults = faults;
  await press(tab);
  expect(await deliveryRows()).toHaveLength(1);
  tab.kill();
  await device.setOnline(false);
  expect((await press(second)).failure).toBeNull();
  expect(await second.store.dispatch(discardEntries([id], false))).toBe('mayBeRecorded');
});

it('34 a draft that may be recorded is saved without a connection in one write: the next one may fail', async () => {
  const { device, tab, id, press } = await aDraftInTwoTabs();
  tab.store.dispatch(saveDraft({ id, form: 'new delivery', value: { typed: true }, outcome: 'unknown' }));
  await device.setOnline(false);
  device.disk.faults = [null, 'torn', 'torn', 'torn', 'torn'];
  expect((await press(tab)).failure).toBeNull();
  expect(device.states()).toMatchObject([{ id, mayHaveArrived: true }]);
});

it('34 a draft counts as possibly recorded when the tab that had sent it was killed before the response', async () => {
  const { device, tab, id, second, press, workIn, deliveryRows } = await aDraftInTwoTabs();
  // The second tab knows that there is no connection.
  device.network.online = false;
  await workIn(second).deliver(1);
  await device.clock.advance(5_000);
  device.network.online = true;
  device.network.onWire = (moment, { key }) => {
    if (moment === 'responded' && key === id) tab.kill();
  };
  void press(tab);
  await device.clock.advance(200);
  expect(await deliveryRows()).toHaveLength(1);
  device.network.online = false;
  expect((await press(second)).failure).toBeNull();
  expect(await second.store.dispatch(discardEntries([id], false))).toBe('mayBeRecorded');
});

it('34 a draft that no tab has sent is discarded without a warning', async () => {
  const { device, id, second, press, workIn } = await aDraftInTwoTabs();
  await device.setOnline(false);
  await workIn(second).deliver(1);
  await device.clock.advance(5_000);
  expect((await press(second)).failure).toBeNull();
  expect(await second.store.dispatch(discardEntries([id], false))).toBe('done');
});

it('29 a draft that another tab has queued is in the drafts of no tab', async () => {
  const { device, tab, id, second, press } = await aDraftInTwoTabs();
  await device.setOnline(false);
  expect((await press(tab)).failure).toBeNull();
  for (const { store } of [tab, second]) expect(store.getState().drafts).not.toHaveProperty(id);
});

it('29 a draft on the disk whose write was discarded is not in the drafts of a tab that opens later', async () => {
  const { device, tab, id, press } = await aDraftInTwoTabs();
  await device.setOnline(false);
  const stored = new Map(device.caches);
  await press(tab);
  expect(await tab.store.dispatch(discardEntries([id], true))).toBe('done');
  tab.kill();
  // The tab ended before its disk had removed the draft.
  for (const [key, text] of stored) device.caches.set(key, text);
  const later = await device.open();
  expect(later.store.getState().drafts).not.toHaveProperty(id);
});

it('29 a draft whose write is kept for its user after the session’s end is not in the drafts', async () => {
  const { device, tab, id, press } = await aDraftInTwoTabs();
  device.network.gateway = ({ method }) =>
    method === 'POST' ? Response.json({ error: 'Sign in first.' }, { status: 401 }) : null;
  expect((await press(tab)).failure).not.toBeNull();
  expect(device.entries()).toMatchObject([{ id }]);
  expect(tab.store.getState().drafts).not.toHaveProperty(id);
});

it('34 a refusal that a suspended tab reads late does not hide that another tab has sent the entry since', async () => {
  const { device, tab, work, workIn, deliveryRows } = await setUp();
  const other = await device.open();
  const id = crypto.randomUUID();
  // The first tab is suspended while its first try is on the wire. The server refuses that try.
  device.network.bytesPerMs = 0.2;
  device.network.faults = ['status422'];
  await work.deliver(0, undefined, id);
  tab.freeze();
  await device.clock.advance(3_000);
  device.network.bytesPerMs = null;
  const second = await workIn(other).deliver(0, undefined, id);
  await device.clock.advance(6_000);
  expect(second.result?.queued).toBeDefined();
  // After five minutes the other tab takes the lock. The server records the entry; its response is a 500.
  device.network.faults = ['status500After'];
  for (let s = 0; s < 900 && (await deliveryRows()).length === 0; s += 5) {
    other.store.dispatch(syncRequested({}));
    await device.clock.advance(5_000);
  }
  expect(await deliveryRows()).toHaveLength(1);
  expect(device.states()).toMatchObject([{ id, state: 'waiting', mayHaveArrived: true }]);
  device.network.online = false;
  tab.thaw();
  await device.clock.advance(1_000);
  expect(await other.store.dispatch(discardEntries([id], false))).toBe('mayBeRecorded');
});

it('34 a draft counts as possibly recorded when another tab has sent it and discarded it', async () => {
  const { device, tab, id, second, press, workIn, deliveryRows } = await aDraftInTwoTabs();
  device.network.faults = ['hangAfter'];
  expect((await press(tab, 4_500)).failure).toBeNull();
  device.network.online = false;
  await device.clock.advance(60_000);
  expect(await deliveryRows()).toHaveLength(1);
  expect(await tab.store.dispatch(discardEntries([id], false))).toBe('mayBeRecorded');
  expect(await tab.store.dispatch(discardEntries([id], true))).toBe('done');
  await workIn(second).deliver(1);
  await device.clock.advance(5_000);
  expect((await press(second)).failure).toBeNull();
  expect(await second.store.dispatch(discardEntries([id], false))).toBe('mayBeRecorded');
});

it('34 without Web Locks, a refusal of one tab does not hide the unclear try of another', async () => {
  const fixture = await setUp();
  const { device, workIn, deliveryRows } = fixture;
  device.isWithoutLocks = true;
  fixture.tab.kill();
  const [first] = [await device.open(), await device.open()];
  await device.setOnline(false);
  await workIn(first).deliver(3);
  const id = (await workIn(first).deliver(0)).result?.queued?.id ?? '';
  expect(device.states().find((one) => one.id === id)?.mayHaveArrived ?? false).toBe(false);
  const faults = ['status500After', 'status422'] as const;
  let tries = 0;
  device.network.responseMs = 1_000;
  device.network.onWire = (moment, { key }) => {
    const fault = faults[tries];
    if (moment !== 'sent' || key !== id || !fault) return;
    tries += 1;
    device.network.faults = [fault];
  };
  await device.setOnline(true);
  await device.clock.advance(3_500);
  device.network.online = false;
  expect(tries).toBe(2);
  expect(await deliveryRows()).toHaveLength(2);
  expect(await first.store.dispatch(discardEntries([id], false))).not.toBe('done');
});

it('4 what a tab reported as saved stays when its report was written only at the second attempt, and another tab sends the same form', async () => {
  const { device, tab, location } = await setUp();
  const id = crypto.randomUUID();
  tab.store.dispatch(saveDraft({ id, form: 'new delivery', value: { typed: true } }));
  await tab.store.dispatch((_dispatch, _getState, { flush }) => flush());
  const second = await device.open();
  const press = async (one: typeof tab, quantity: number) => {
    const body = {
      ...deliveryBody(location, 0),
      lines: [{ item: location.itemId, quantity, packaging: 'each' as const }],
    };
    const call = (writeId: string) => one.store.dispatch(createDelivery.initiate(aWrite(body, writeId)));
    const sent = sendDraft(one.store, id, { form: 'new delivery', value: { typed: true } }, call);
    await device.clock.advance(500);
    return sent;
  };
  device.network.faults = ['dropBefore', 'status422'];
  device.disk.onCommit = (moment, written) => {
    if (moment !== 'after' || !written.includes(`put entries ${id}`)) return;
    device.disk.onCommit = () => undefined;
    device.disk.faults = ['torn'];
  };
  expect((await press(tab, 2)).failure).toBeNull();
  await press(second, 5);
  expect(device.entries()).toMatchObject([{ id, body: { lines: [{ quantity: 2 }] } }]);
});
