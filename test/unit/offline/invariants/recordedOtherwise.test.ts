// @vitest-environment node
import { expect, it } from 'vitest';
import { deliveriesApi } from '../../../../src/api/deliveriesApi';
import { visitsApi } from '../../../../src/api/visitsApi';
import { deliveryLines } from '../../../../src/server/db/schema';
import { responseVersion } from '../../../../src/offline/queuedWrites';
import { editRefusedEntry } from '../../../../src/state/outbox/editRefusedEntry';
import { discardEntries } from '../../../../src/state/outbox/outbox';
import { acceptRecorded, sendMine } from '../../../../src/state/outbox/refusedEntries';
import { resolutionOf } from '../../../../src/state/outbox/resolution';
import { deliveryBody } from '../../../support/server/aStockedLocation';
import { aWrite } from '../../../support/app/aWrite';
import { loseReads, setUpQueueFixture } from '../../../support/queue/queueFixture';

const setUp = setUpQueueFixture();
const { updateDelivery } = deliveriesApi.endpoints;
const { getVisit, submitVisit } = visitsApi.endpoints;

/**
 * A delivery that was recorded with 2 pieces, and whose form was changed to 5 before its next, queued press. With
 * `inVisit` it is of a visit.
 */
async function recordedOtherwise(inVisit = false) {
  const fixture = await setUp();
  const visit = inVisit ? await fixture.openVisit() : undefined;
  const { device, tab, location, server } = fixture;
  const id = crypto.randomUUID();
  const press = async (quantity: number) => {
    const body = {
      ...deliveryBody(location, 0, visit),
      lines: [{ item: location.itemId, quantity, packaging: 'each' as const }],
    };
    void tab.store.dispatch(deliveriesApi.endpoints.createDelivery.initiate(aWrite(body, id)));
    await device.clock.settle();
  };
  device.network.faults = ['status500After'];
  await press(2);
  await device.setOnline(false);
  await press(5);
  return {
    ...fixture,
    id,
    visit: visit ?? '',
    quantities: async () => {
      const rows = await server.db.select().from(deliveryLines);
      return rows.map(({ quantityHundredths }) => quantityHundredths / 100);
    },
  };
}

it('23 what waits for an accepted delivery is sent at once', async () => {
  const { device, tab, id, location, quantities } = await recordedOtherwise();
  const lines = [{ item: location.itemId, quantity: 7, packaging: 'each' as const }];
  const edit = { ...aWrite({ lines }), id: `local-${id}`, visitId: null, base: { baseVersion: null, over: id } };
  void tab.store.dispatch(updateDelivery.initiate(edit));
  await device.clock.settle();
  await device.setOnline(true);
  await device.clock.advance(10_000);
  expect(await tab.store.dispatch(acceptRecorded(id, false))).toBe('done');
  await device.clock.advance(5_000);
  expect(await quantities()).toEqual([7]);
});

it('25 a box whose recorded delivery was accepted in one tab is refilled in every tab', async () => {
  const { device, tab, id, visit, location } = await recordedOtherwise(true);
  const second = await device.open();
  device.network.gateway = loseReads;
  await device.setOnline(true);
  await device.clock.advance(5_000);
  expect(await tab.store.dispatch(acceptRecorded(id, false))).toBe('done');
  await device.clock.advance(1_000);
  for (const { store } of [tab, second]) {
    const { visitDeliveriesCache, sentToday } = store.getState();
    expect(visitDeliveriesCache.byKey[visit]?.value.map(({ box }) => box._id)).toEqual([location.boxIds[0]]);
    expect(sentToday.byKey).not.toHaveProperty(id);
  }
});

it('33 a correction of what was recorded otherwise carries the version that the user saw, never a later one', async () => {
  const { device, tab, id, location, server, quantities, deliveryRows } = await recordedOtherwise();
  await device.setOnline(true);
  const [row] = await deliveryRows();
  const admin = await server.signIn('admin');
  const lines = [{ item: location.itemId, quantity: 9, packaging: 'each' }];
  expect((await admin.patch(`/api/deliveries/${row?.id}`, { lines })).statusCode).toBe(200);
  expect(await tab.store.dispatch(acceptRecorded(id, true))).toBe('done');
  await device.clock.advance(5_000);
  expect(await quantities()).toEqual([9]);
  expect(device.states()).toMatchObject([{ state: 'refused', lastError: { status: 412 } }]);
});

it('30 an edit of what was recorded otherwise changes the recorded delivery, also while the server is not reached', async () => {
  const { device, tab, id, location, quantities, deliveryRows } = await recordedOtherwise();
  await device.setOnline(true);
  await device.setOnline(false);
  const lines = [{ item: location.itemId, quantity: 7, packaging: 'each' }];
  expect(await tab.store.dispatch(editRefusedEntry(id, { lines }, true))).toBe('replaced');
  await device.setOnline(true);
  await device.clock.advance(5_000);
  expect(await deliveryRows()).toHaveLength(1);
  expect(await quantities()).toEqual([7]);
  expect(device.entries()).toEqual([]);
});

it('33 an edit that waits for what was recorded otherwise is sent after its correction, with that version', async () => {
  const { device, tab, id, work, location, quantities } = await recordedOtherwise();
  const lines = [{ item: location.itemId, quantity: 7, packaging: 'each' as const }];
  const base = { baseVersion: null, over: id };
  const write = { ...aWrite({ lines }), id: `local-${id}`, visitId: null, base };
  void tab.store.dispatch(updateDelivery.initiate(write));
  await device.clock.settle();
  await device.setOnline(true);
  await work.deliver(1);
  expect(await tab.store.dispatch(acceptRecorded(id, true))).toBe('done');
  await device.clock.advance(5_000);
  expect(device.entries()).toEqual([]);
  expect((await quantities()).sort((a, b) => a - b)).toEqual([2, 7]);
  expect(device.writes.filter(({ method }) => method === 'PATCH').map(({ ifMatch }) => ifMatch)).toEqual([
    '"1"',
    '"2"',
  ]);
});

it('32 an edit over what was recorded otherwise conflicts after another tab has changed its prices', async () => {
  const { device, tab, id, location, quantities } = await recordedOtherwise();
  await device.setOnline(true);
  device.network.gateway = ({ method }) => (method === 'GET' ? null : new Response(null, { status: 503 }));
  const lines = (quantity: number) => [{ item: location.itemId, quantity, packaging: 'each' as const }];
  const part = { lines: lines(4), pricesAsOf: new Date(device.clock.now()).toISOString() };
  expect(await tab.store.dispatch(editRefusedEntry(id, part, false))).toBe('replaced');
  // The form of this edit was opened before, over the refused delivery.
  const edit = { ...aWrite({ lines: lines(7) }), base: { baseVersion: null, over: id } };
  void tab.store.dispatch(updateDelivery.initiate({ ...edit, id: `local-${id}`, visitId: null }));
  await device.clock.settle();
  device.network.gateway = () => null;
  await device.clock.advance(10 * 60_000);
  expect(await quantities()).toEqual([4]);
  expect(device.states()).toMatchObject([{ state: 'refused', lastError: { status: 412 } }]);
});

it('33 an edit over a correction that met a conflict and was discarded does not overwrite the admin’s', async () => {
  const { device, tab, id, location, server, quantities, deliveryRows } = await recordedOtherwise();
  const { dispatch } = tab.store;
  const base = { baseVersion: null, over: id };
  const lines = [{ item: location.itemId, quantity: 7, packaging: 'each' as const }];
  void dispatch(updateDelivery.initiate({ ...aWrite({ lines }), id: `local-${id}`, visitId: null, base }));
  await device.setOnline(true);
  const [row] = await deliveryRows();
  const admin = await server.signIn('admin');
  const theirs = [{ item: location.itemId, quantity: 9, packaging: 'each' }];
  expect((await admin.patch(`/api/deliveries/${row?.id}`, { lines: theirs })).statusCode).toBe(200);
  expect(await dispatch(acceptRecorded(id, true))).toBe('done');
  await device.clock.advance(5_000);
  const correction = device.states().find(({ state }) => state === 'refused');
  expect(correction).toMatchObject({ lastError: { status: 412 } });
  expect(await dispatch(discardEntries([correction?.id ?? ''], true))).toBe('done');
  await device.clock.advance(5_000);
  expect(await quantities()).toEqual([9]);
  expect(device.states()).toMatchObject([{ state: 'refused', lastError: { status: 412 } }]);
});

/**
 * A submit that was sent over a conflict, and refused because the visit was submitted elsewhere. An admin can change
 * that.
 */
async function aSubmitOfSubmitted() {
  const fixture = await setUp();
  const { device, tab, rep, server, openVisit } = fixture;
  const { dispatch, getState } = tab.store;
  const visit = await openVisit();
  const read = async () => {
    void dispatch(getVisit.initiate(visit, { forceRefetch: true }));
    await device.clock.settle();
  };
  const resolution = () => {
    const [entry] = getState().queue.entries;
    return entry ? resolutionOf(getState(), entry) : null;
  };
  await read();
  await device.setOnline(false);
  const baseVersion = getState().visitsCache.byKey[visit]?.value.version ?? null;
  const write = aWrite({ outcome: 'partial' as const, note: 'mine' });
  void dispatch(submitVisit.initiate({ id: visit, ...write, base: { baseVersion, over: null } }));
  await device.clock.settle();
  await rep.post(`/api/visits/${visit}/submit`, { outcome: 'other', note: 'elsewhere' });
  await device.setOnline(true);
  await device.clock.advance(5_000);
  const found = resolution();
  expect(found).toMatchObject({ kind: 'recorded', recorded: { note: 'elsewhere' }, isFromCache: false });
  if (found?.kind === 'recorded') await dispatch(sendMine(write.writeId, responseVersion(found.response)));
  await device.clock.advance(5_000);
  await read();
  expect(resolution()).toMatchObject({ kind: 'recorded', recorded: { note: 'elsewhere' } });
  const id = getState().queue.entries[0]?.id ?? '';
  const changeByAdmin = async () => {
    const admin = await server.signIn('admin');
    expect((await admin.patch(`/api/visits/${visit}`, { note: 'by the admin' })).statusCode).toBe(200);
  };
  return { ...fixture, dispatch, id, read, changeByAdmin };
}

it('33 an edit of a refused submit does not overwrite what an admin has written since the refusal', async () => {
  const { device, dispatch, id, read, changeByAdmin, visitRows } = await aSubmitOfSubmitted();
  // The form is open. An admin changes the note, and the screen reads the visit again.
  await changeByAdmin();
  await read();
  expect(await dispatch(editRefusedEntry(id, { outcome: 'partial', note: 'mine, corrected' }, false))).toBe('replaced');
  await device.clock.advance(5_000);
  expect((await visitRows()).map(({ note }) => note)).toEqual(['by the admin']);
});

it('33 "Change it to this" overwrites only what the person saw when they pressed it', async () => {
  const { device, work, dispatch, id, read, changeByAdmin, visitRows } = await aSubmitOfSubmitted();
  await changeByAdmin();
  // Another change is being saved, for two seconds. The person presses, and the screen's refetch gets its response.
  device.disk.writeTakesMs = 2_000;
  await work.deliver(1);
  void dispatch(acceptRecorded(id, true));
  await read();
  await device.clock.advance(10_000);
  device.disk.writeTakesMs = 0;
  await device.clock.advance(30_000);
  expect((await visitRows()).map(({ note }) => note)).toEqual(['by the admin']);
});

it('30 a delivery whose box was corrected after it was recorded is recorded for that box too', async () => {
  const { device, tab, location, deliveryRows } = await setUp();
  const id = crypto.randomUUID();
  const press = async (box: number) => {
    void tab.store.dispatch(deliveriesApi.endpoints.createDelivery.initiate(aWrite(deliveryBody(location, box), id)));
    await device.clock.settle();
  };
  device.network.faults = ['status500After'];
  await press(0);
  await device.setOnline(false);
  await press(1);
  await device.setOnline(true);
  await device.clock.advance(5_000);
  const state = tab.store.getState();
  const [entry] = state.queue.entries;
  const resolution = entry ? resolutionOf(state, entry) : null;
  expect(resolution).toMatchObject({ kind: 'recorded', otherBox: expect.any(String) });
  expect(await tab.store.dispatch(acceptRecorded(id, true))).toBe('done');
  await device.clock.advance(5_000);
  const boxes = (await deliveryRows()).map(({ boxId }) => boxId);
  expect(boxes).toHaveLength(2);
  expect(new Set(boxes)).toEqual(new Set([location.boxIds[0], location.boxIds[1]]));
  expect(device.entries()).toEqual([]);
});
