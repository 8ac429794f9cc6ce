// @vitest-environment node
import { expect, it } from 'vitest';
import { deliveriesApi } from '../../../../src/api/deliveriesApi';
import { visitsApi } from '../../../../src/api/visitsApi';
import { syncRequested } from '../../../../src/offline/actions';
import { sendDraft } from '../../../../src/state/drafts/drafts';
import { discardEntries } from '../../../../src/state/outbox/outbox';
import { retryEntry } from '../../../../src/state/outbox/refusedEntries';
import { editRefusedEntry } from '../../../../src/state/outbox/editRefusedEntry';
import { deliveryBody } from '../../../support/server/aStockedLocation';
import { aWrite } from '../../../support/app/aWrite';
import type { NetworkFault } from '../../../support/app/faultyNetwork';
import type { FaultyDevice } from '../../../support/app/faultyDevice';
import { type QueueFixture, setUpQueueFixture } from '../../../support/queue/queueFixture';

const setUp = setUpQueueFixture();

/** One delivery whose first try ended so; the id of its entry. */
async function afterTry(fault: NetworkFault) {
  const fixture = await setUp();
  fixture.device.network.faults = [fault];
  await fixture.work.deliver(0);
  const id = fixture.device.entries()[0]?.id ?? '';
  const discard = (force: boolean) => fixture.tab.store.dispatch(discardEntries([id], force));
  return { ...fixture, id, discard };
}

/** Presses the button of one and the same form, as the form does. */
function aForm({ device, tab, location }: QueueFixture) {
  const id = crypto.randomUUID();
  const { dispatch } = tab.store;
  const call = () => dispatch(deliveriesApi.endpoints.createDelivery.initiate(aWrite(deliveryBody(location, 0), id)));
  return async () => {
    void sendDraft(tab.store, id, { form: 'new delivery', value: {} }, call);
    await device.clock.settle();
  };
}

const cancels = ({ writes }: FaultyDevice) => writes.filter(({ method }) => method === 'DELETE');

it('34 an entry that the server recorded before its response was lost is reported as sent, not discarded', async () => {
  const { device, tab, discard, deliveryRows } = await afterTry('dropAfter');
  expect(await discard(false)).toBe('recorded');
  expect(cancels(device)).toHaveLength(1);
  await device.clock.advance(5_000);
  expect(await deliveryRows()).toHaveLength(1);
  expect(device.entries()).toEqual([]);
  expect(device.mappings()).toMatchObject([{ serverId: (await deliveryRows())[0]?.id }]);
  expect(tab.store.getState().queue.entries).toEqual([]);
});

it('34 an entry that has not arrived is cancelled at the server before it is discarded', async () => {
  const { device, rep, location, id, discard, deliveryRows } = await afterTry('dropBefore');
  expect(await discard(false)).toBe('done');
  expect(device.entries()).toEqual([]);
  const late = await rep.post('/api/deliveries', deliveryBody(location, 0), { 'Idempotency-Key': id });
  expect(late.statusCode).toBe(410);
  expect(await deliveryRows()).toEqual([]);
});

it('34 an edit of an entry that may have arrived cancels it first, and has a write id of its own', async () => {
  const { device, tab, location, id, deliveryRows } = await afterTry('dropBefore');
  device.network.faults = ['status422'];
  tab.store.dispatch(syncRequested({}));
  await device.clock.settle();
  const lines = [{ item: location.itemId, quantity: 7, packaging: 'each' }];
  expect(await tab.store.dispatch(editRefusedEntry(id, { lines }, false))).toBe('replaced');
  await device.clock.advance(2_000);
  expect(cancels(device).map(({ path }) => path)).toEqual([`/writes/${id}`]);
  expect(device.writes.at(-1)?.key).not.toBe(id);
  expect(await deliveryRows()).toHaveLength(1);
});

it('34 while the server is carrying an entry out, the user sees that it is being sent', async () => {
  const { device, discard } = await afterTry('dropBefore');
  device.network.faults = ['status409'];
  expect(await discard(false)).toBe('beingSent');
  expect(device.entries()).toHaveLength(1);
});

it.each(['status404', 'status405', 'dropBefore', 'html403'] as const)(
  '34 where it is unknown whether an entry arrived (%s), the user is warned and decides',
  async (fault) => {
    const { device, discard } = await afterTry('dropAfter');
    device.network.faults = [fault, fault];
    expect(await discard(false)).toBe('mayBeRecorded');
    expect(device.entries()).toHaveLength(1);
    expect(await discard(true)).toBe('done');
    expect(device.entries()).toEqual([]);
  },
);

it('34 in the session of another user the server’s word about an entry counts for nothing', async () => {
  const { device, tab, server, rep, location, id, discard, deliveryRows } = await afterTry('dropAfter');
  // They signed in in a tab that has not heard of it yet: its response was cut off behind the cookie.
  device.carryCookieOf(await server.signIn('rep'));
  expect(await discard(false)).toBe('mayBeRecorded');
  const lines = [{ item: location.itemId, quantity: 7, packaging: 'each' }];
  expect(await tab.store.dispatch(editRefusedEntry(id, { lines }, false))).toBe('mayBeRecorded');
  expect(device.entries()).toHaveLength(1);
  const gone = crypto.randomUUID();
  expect(await tab.store.dispatch(discardEntries([gone], false))).toBe('gone');
  device.carryCookieOf(rep);
  expect(await discard(false)).toBe('recorded');
  expect(await deliveryRows()).toHaveLength(1);
});

it('36 an entry that was cancelled for a discard which the user then gave up is sent when it is tried again', async () => {
  const { device, tab, id, discard, deliveryRows } = await afterTry('dropBefore');
  device.network.faults = ['dropAfter'];
  expect(await discard(false)).toBe('mayBeRecorded');
  tab.store.dispatch(syncRequested({}));
  await device.clock.advance(2_000);
  expect(tab.store.getState().queue.entries).toMatchObject([{ id, state: 'refused', lastError: { status: 410 } }]);
  void tab.store.dispatch(retryEntry(id));
  await device.clock.advance(2_000);
  expect(await deliveryRows()).toHaveLength(1);
  expect(device.entries()).toEqual([]);
});

it('34 an entry that never left the device is discarded without a request', async () => {
  const { device, tab, work } = await setUp();
  await device.setOnline(false);
  await work.deliver(0);
  const never = device.entries()[0]?.id ?? '';
  expect(device.network.requests).toBe(0);
  expect(tab.store.getState().queue.entries).toMatchObject([{ mayHaveArrived: false }]);
  const sent: string[] = [];
  device.network.onWire = (moment, { method, path }) => void (moment === 'sent' && sent.push(`${method} ${path}`));
  expect(await tab.store.dispatch(discardEntries([never], false))).toBe('done');
  expect(sent).toEqual([]);
});

it('34 a discard reports an entry that another tab has sent as recorded, and one that it has discarded as discarded', async () => {
  const { device, tab, work } = await setUp();
  await device.setOnline(false);
  for (const box of [0, 1]) await work.deliver(box);
  const [sent = '', dropped = ''] = device.entries().map(({ id }) => id);
  const other = await device.open();
  expect(await other.store.dispatch(discardEntries([dropped], false))).toBe('done');
  await device.setOnline(true);
  expect(device.entries()).toEqual([]);
  expect(await tab.store.dispatch(discardEntries([sent], false))).toBe('recorded');
  expect(await tab.store.dispatch(discardEntries([dropped], false))).toBe('discarded');
  await device.setOnline(false);
  expect(await tab.store.dispatch(discardEntries([sent], false))).toBe('gone');
});

it('34 an entry sent in a pass may have arrived, though it is stored as never sent', async () => {
  const { device, tab, work, openVisit } = await setUp();
  const visit = await openVisit();
  device.network.faults = ['hangBefore'];
  await work.deliver(0, visit);
  await device.clock.advance(3_000);
  const submit = await work.submit(visit);
  await device.clock.advance(4_000);
  expect(submit.result?.queued).toBeDefined();
  const id = device.entries()[1]?.id ?? '';
  expect(device.states().find((state) => state.id === id)).toMatchObject({ mayHaveArrived: false });
  device.network.onWire = (moment, { path }) => {
    if (moment === 'responded' && path.endsWith('/submit')) tab.kill();
  };
  await device.clock.advance(5 * 60_000);
  device.network.onWire = () => undefined;
  device.network.online = false;
  const later = await device.open();
  expect(later.store.getState().queue.entries).toMatchObject([{ id, mayHaveArrived: true }]);
});

it('34 a write that got a 5xx may have arrived, also when its next submit was saved without a signal', async () => {
  const fixture = await setUp();
  const { device, tab, deliveryRows } = fixture;
  const press = aForm(fixture);
  device.network.faults = ['status500After'];
  await press();
  expect(await deliveryRows()).toHaveLength(1);
  expect(device.entries()).toEqual([]);
  await device.setOnline(false);
  // A save before it tells the app that there is no signal.
  await fixture.work.deliver(1);
  await press();
  const entry = tab.store.getState().queue.entries[1];
  expect(entry).toMatchObject({ mayHaveArrived: true, lastError: null });
  expect(await tab.store.dispatch(discardEntries([entry?.id ?? ''], false))).toBe('mayBeRecorded');
});

it('34 a write that got a 5xx may have arrived, also when its next submit was saved as blocked', async () => {
  const fixture = await setUp();
  const { device, tab, openVisit } = fixture;
  const visit = await openVisit();
  const id = crypto.randomUUID();
  const { dispatch } = tab.store;
  const write = { id: visit, ...aWrite({ outcome: 'partial' as const, note: '' }, id) };
  const press = async () => {
    const call = () => dispatch(visitsApi.endpoints.submitVisit.initiate(write));
    void sendDraft(tab.store, id, { form: 'submit', value: {} }, call);
    await device.clock.settle();
  };
  device.network.faults = ['status500After', 'hangBefore'];
  await press();
  await fixture.work.deliver(0, visit);
  await press();
  await device.clock.advance(4_000);
  expect(device.states().find((state) => state.id === id)).toMatchObject({ mayHaveArrived: true });
  expect(tab.store.getState().queue.entries).toHaveLength(2);
});

it('34 a recorded change whose response became a 304 on its way may have arrived', async () => {
  const { device, rep, work, deliveryRows } = await setUp();
  await device.setOnline(false);
  await work.deliver(2);
  const id = (await work.deliver(0)).result?.queued?.id ?? '';
  const recorded: PromiseLike<unknown>[] = [];
  device.network.gateway = ({ method, key, body, path }) => {
    if (method !== 'POST' || key !== id) return null;
    if (recorded.length === 0) recorded.push(rep.post(`/api${path}`, body, { 'Idempotency-Key': key }));
    return new Response(null, { status: 304 });
  };
  await device.setOnline(true);
  await Promise.all(recorded);
  expect(await deliveryRows()).toHaveLength(2);
  expect(device.states()).toMatchObject([{ id, mayHaveArrived: true }]);
});
