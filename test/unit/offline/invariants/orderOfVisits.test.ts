// @vitest-environment node
import { expect, it } from 'vitest';
import { visitsApi } from '../../../../src/api/visitsApi';
import { syncRequested } from '../../../../src/offline/actions';
import { describeObstacle } from '../../../../src/offline/describeEntry';
import { selectBlockers } from '../../../../src/offline/queueSlice';
import { editRefusedEntry } from '../../../../src/state/outbox/editRefusedEntry';
import { discardEntries } from '../../../../src/state/outbox/outbox';
import { sendMine } from '../../../../src/state/outbox/refusedEntries';
import type { AppThunk } from '../../../../src/state/root/types';
import { aWrite } from '../../../support/app/aWrite';
import { textResponse } from '../../../support/app/faultyNetwork';
import { repAtWork } from '../../../support/app/repAtWork';
import { aStockedLocation } from '../../../support/server/aStockedLocation';
import { setUpQueueFixture } from '../../../support/queue/queueFixture';

const setUp = setUpQueueFixture();
const MINUTE_MS = 60_000;

/** A visit submitted without a signal, and then a second one at the same location; an admin has changed the first. */
async function twoVisits() {
  const fixture = await setUp();
  const { device, tab, work, server, openVisit } = fixture;
  const { dispatch, getState } = tab.store;
  const { getVisit, submitVisit } = visitsApi.endpoints;
  const visit = await openVisit();
  void dispatch(getVisit.initiate(visit));
  await device.clock.settle();
  await device.setOnline(false);
  await work.deliver(0, visit);
  const write = aWrite({ outcome: 'partial' as const, note: 'morning' });
  const baseVersion = getState().visitsCache.byKey[visit]?.value.version ?? null;
  void dispatch(submitVisit.initiate({ id: visit, ...write, base: { baseVersion, over: null } }));
  await device.clock.settle();
  const { id: second = '' } = (await work.startVisit()).result ?? {};
  await work.deliver(1, second);
  await work.submit(second, 'afternoon');
  const admin = await server.signIn('admin');
  await admin.patch(`/api/visits/${visit}`, { note: 'by the admin' });
  await device.setOnline(true);
  await device.clock.advance(MINUTE_MS);
  expect(device.states()).toMatchObject([{ lastError: { status: 412 } }]);
  return { ...fixture, refused: write.writeId };
}

it.each<[string, (id: string) => AppThunk<Promise<unknown>>]>([
  ['sent over the change of an admin', (id) => sendMine(id, 2)],
  ['edited', (id) => editRefusedEntry(id, { note: 'morning' }, true)],
])('16 a start waits for the submit of an earlier visit at its location that is %s', async (_, correct) => {
  const { device, tab, refused, visitRows, deliveryRows } = await twoVisits();
  await tab.store.dispatch(correct(refused));
  await device.clock.advance(MINUTE_MS);
  await device.clock.advance(MINUTE_MS);
  expect(device.entries()).toEqual([]);
  expect((await visitRows()).map(({ note }) => note).sort()).toEqual(['afternoon', 'morning']);
  expect(new Set((await deliveryRows()).map(({ visitId }) => visitId)).size).toBe(2);
});

it('16 where two starts led to one visit, its submit waits for what was made under either local id', async () => {
  const { device, tab, work, visitRows } = await setUp();
  await device.setOnline(false);
  const first = (await work.startVisit()).result?.id ?? '';
  await work.deliver(0, first);
  const submit = (await work.submit(first)).result?.id ?? '';
  const second = (await work.startVisit()).result?.id ?? '';
  expect(second).not.toBe(first);
  device.network.onWire = (moment, { path }) => {
    if (moment === 'sent' && path === '/deliveries') device.network.faults = ['status422'];
  };
  await device.setOnline(true);
  // The first visit is not over after all, so the second start goes on in it.
  expect(await tab.store.dispatch(discardEntries([submit], false))).toBe('done');
  await device.clock.advance(3_000);
  const [visit] = await visitRows();
  expect(device.mappings()).toMatchObject([{ serverId: visit?.id }, { serverId: visit?.id }]);
  for (const id of [visit?.id ?? '', second]) expect((await work.submit(id)).result?.queued).toBeDefined();
  expect(await visitRows()).toMatchObject([{ submittedAt: null }]);
});

it('16 a refused submit that the timer sends again waits for what was delivered in its visit since', async () => {
  const { device, work, openVisit, deliveryRows, visitRows } = await setUp();
  const visit = await openVisit();
  await device.setOnline(false);
  await work.deliver(0, visit);
  await work.submit(visit, 'afternoon');
  device.network.gateway = ({ path }) =>
    path.endsWith('/submit') ? textResponse(404, 'default backend - 404', 'text/plain') : null;
  await device.setOnline(true);
  await device.clock.advance(10_000);
  expect(device.states()).toMatchObject([{ state: 'refused' }]);
  device.network.gateway = () => null;
  await device.setOnline(false);
  await work.deliver(1, visit);
  await device.setOnline(true);
  await device.clock.advance(MINUTE_MS);
  expect(device.entries()).toEqual([]);
  expect(await deliveryRows()).toHaveLength(2);
  expect(await visitRows()).toMatchObject([{ note: 'afternoon', submittedAt: expect.any(Date) }]);
});

it('16 a submit as completed that is refused for a box is sent after the delivery to that box', async () => {
  const { device, tab, work, openVisit, visitRows } = await setUp();
  const visit = await openVisit();
  await device.setOnline(false);
  for (const box of [0, 1, 2]) await work.deliver(box, visit);
  const submit = (await work.submit(visit, 'afternoon', 'completed')).result?.id ?? '';
  await device.setOnline(true);
  expect(device.states()).toMatchObject([{ state: 'refused', lastError: { status: 409 } }]);
  await device.setOnline(false);
  const { queued } = (await work.deliver(3, visit)).result ?? {};
  const state = tab.store.getState();
  expect(selectBlockers(state).get(submit)).toBe(queued?.id);
  // Try again at the submit sends nothing now, so the outbox says why.
  const refused = state.queue.entries.find(({ id }) => id === submit);
  expect(refused && describeObstacle(refused, true)).toMatch(/waits for another change/);
  await device.setOnline(true);
  await device.clock.advance(MINUTE_MS);
  expect(device.entries()).toEqual([]);
  expect(await visitRows()).toMatchObject([{ outcome: 'completed', submittedAt: expect.any(Date) }]);
});

it('16 a refused submit waits for a delivery that was saved during the pass that sends it again', async () => {
  const { device, tab, work, openVisit, visitRows, deliveryRows } = await setUp();
  const visit = await openVisit();
  await device.setOnline(false);
  await work.deliver(3);
  await work.submit(visit, 'mine');
  device.network.faults = ['status422', 'status422'];
  await device.setOnline(true);
  await device.clock.advance(MINUTE_MS);
  expect(device.states()).toMatchObject([{ state: 'refused' }, { state: 'refused' }]);
  // While the pass sends the first one, the rep delivers to another box, and the response is lost.
  device.network.faults = ['delay', 'hangBefore'];
  tab.store.dispatch(syncRequested({}));
  await device.clock.settle();
  const press = await work.deliver(0, visit);
  await device.clock.advance(10 * MINUTE_MS);
  expect(press.result?.queued).toBeDefined();
  expect(await deliveryRows()).toHaveLength(2);
  tab.store.dispatch(syncRequested({}));
  await device.clock.advance(MINUTE_MS);
  expect(device.entries()).toEqual([]);
  expect(await visitRows()).toMatchObject([{ note: 'mine', submittedAt: expect.any(Date) }]);
});

it('16 the first try of a submit waits for what was delivered in its visit while it waited itself', async () => {
  const { device, work, openVisit, deliveryRows, visitRows } = await setUp();
  const visit = await openVisit();
  device.network.responseMs = 2_000;
  void work.deliver(0, visit);
  await device.clock.settle();
  void work.submit(visit);
  await device.clock.settle();
  device.network.faults = ['delay'];
  const delivered = work.deliver(1, visit);
  await device.clock.advance(MINUTE_MS);
  expect((await delivered).result?.failure).toBeUndefined();
  expect(await deliveryRows()).toHaveLength(2);
  expect((await visitRows()).map(({ submittedAt }) => submittedAt)).not.toContain(null);
  expect(device.entries()).toEqual([]);
});

it('16 a submit waits for a delivery that is saved while its pass begins to send', async () => {
  const { device, tab, work, openVisit, deliveryRows, visitRows } = await setUp();
  const visit = await openVisit();
  await device.setOnline(false);
  await work.deliver(1);
  const submitted = (await work.submit(visit)).result?.queued?.id ?? '';
  device.network.gateway = ({ key }) => (key === submitted ? Response.json({ error: 'No.' }, { status: 422 }) : null);
  await device.setOnline(true);
  await device.clock.advance(5_000);
  expect(device.states()).toMatchObject([{ id: submitted, state: 'refused' }]);
  device.network.gateway = () => null;
  device.network.online = false;
  await work.deliver(2);
  await device.clock.advance(100);
  device.network.online = true;
  device.disk.onCommit = (moment, written) => {
    if (moment !== 'before' || !written.includes('put meta pass')) return;
    device.disk.onCommit = () => undefined;
    void work.deliver(0, visit);
  };
  tab.store.dispatch(syncRequested({ only: submitted }));
  await device.clock.settle();
  await device.clock.advance(60_000);
  await device.setOnline(true);
  await device.clock.advance(60_000);
  expect((await visitRows())[0]?.submittedAt).not.toBeNull();
  expect(await deliveryRows()).toHaveLength(3);
});

it('16 a start does not continue a visit whose submit is on its way when the signal is lost', async () => {
  const { device, tab, work, openVisit, visitRows } = await setUp();
  const visit = await openVisit();
  void tab.store.dispatch(visitsApi.endpoints.getVisit.initiate(visit));
  await device.clock.settle();
  device.network.bytesPerMs = 0.005;
  await work.submit(visit);
  await device.clock.advance(1_000);
  await device.setOnline(false);
  const started = await work.startVisit();
  await device.clock.advance(10_000);
  expect(started.result?.id).not.toBe(visit);
  await work.deliver(0, started.result?.id);
  device.network.bytesPerMs = null;
  await device.setOnline(true);
  await device.clock.advance(MINUTE_MS);
  expect(device.entries()).toEqual([]);
  expect(await visitRows()).toHaveLength(2);
});

it('16 full disk: Start Visit does not continue a visit whose submit is being sent', async () => {
  const { device, tab, work, openVisit, visitRows } = await setUp();
  const visit = await openVisit();
  await tab.store.dispatch(visitsApi.endpoints.getVisit.initiate(visit, { subscribe: false }));
  device.disk.isFull = true;
  device.network.responseMs = 10_000;
  await work.submit(visit);
  await device.clock.advance(1_000);
  await device.setOnline(false);
  const start = await work.startVisit();
  await device.clock.advance(20_000);
  expect(await visitRows()).toMatchObject([{ id: visit, submittedAt: expect.any(Date) }]);
  expect(start.result?.failure).toMatchObject({ kind: 'storage' });
});

it('16 a start elsewhere does not wait for the submit of a visit whose start was discarded', async () => {
  const { device, tab, work, server, visitRows } = await setUp();
  const elsewhere = await aStockedLocation(server.db, { boxes: 1 });
  await device.setOnline(false);
  const start = (await work.startVisit()).result?.queued;
  const local = start?.localId ?? '';
  expect(await tab.store.dispatch(discardEntries([start?.id ?? ''], true))).toBe('done');
  await device.clock.advance(5_000);
  // Both forms were open before, and the device does not know the location of the visit any more.
  expect((await work.submit(local)).result?.queued).toBeDefined();
  expect((await work.deliver(0, local)).result?.queued).toBeDefined();
  expect((await repAtWork(device, tab, elsewhere).startVisit()).result?.queued).toBeDefined();
  await device.setOnline(true);
  await device.clock.advance(MINUTE_MS);
  expect(await visitRows()).toMatchObject([{ locationId: elsewhere.locationId }]);
  expect(device.states()).toMatchObject([{ state: 'refused' }, { state: 'refused' }]);
});
