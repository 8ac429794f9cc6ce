// @vitest-environment node
import { expect, it } from 'vitest';
import { deliveriesApi } from '../../../../src/api/deliveriesApi';
import { visitsApi } from '../../../../src/api/visitsApi';
import type { WriteBase } from '../../../../src/api/client/writes';
import type { UpdateVisitBody } from '../../../../src/contract/visits';
import { syncRequested } from '../../../../src/offline/actions';
import { selectServerIds } from '../../../../src/offline/queueSlice';
import { createdId, pendingDeliveries } from '../../../../src/offline/pending';
import { idempotencyKeys } from '../../../../src/server/db/idempotencySchema';
import { deliveryLines, visits } from '../../../../src/server/db/schema';
import { discardEntries } from '../../../../src/state/outbox/outbox';
import { editRefusedEntry } from '../../../../src/state/outbox/editRefusedEntry';
import { selectOwnEntries } from '../../../../src/state/pending/pendingSelectors';
import { pendingDeliveryView } from '../../../../src/state/pending/pendingDeliveryViews';
import { withPendingChanges } from '../../../../src/state/pending/pendingViews';
import { moveToNewVisit } from '../../../../src/state/outbox/refusedEntries';
import { baseOf } from '../../../../src/state/pending/writeBase';
import { aWrite } from '../../../support/app/aWrite';
import { textResponse } from '../../../support/app/faultyNetwork';
import { setUpQueueFixture } from '../../../support/queue/queueFixture';

const setUp = setUpQueueFixture();
const MINUTE_MS = 60_000;
const { updateDelivery } = deliveriesApi.endpoints;
const { getVisit, submitVisit, updateVisit } = visitsApi.endpoints;

/** A visit that the server knows, and a rep without a signal whose forms are made over what the screens show. */
async function atVisit() {
  const fixture = await setUp();
  const { device, tab, openVisit } = fixture;
  const { dispatch, getState } = tab.store;
  const visit = await openVisit();
  void dispatch(getVisit.initiate(visit));
  await device.clock.settle();
  /** The base of a form about the visit that opens now. */
  const base = (): WriteBase => {
    const known = getState().visitsCache.byKey[visit]?.value;
    if (!known) throw new Error('The device does not know the visit');
    return baseOf(withPendingChanges(known, selectOwnEntries(getState()), getState().queue.serverIds));
  };
  const update = async (body: UpdateVisitBody) => {
    void dispatch(updateVisit.initiate({ id: visit, ...aWrite(body), base: base() }));
    await device.clock.settle();
  };
  const submit = async (note: string) => {
    const write = aWrite({ outcome: 'partial' as const, note });
    void dispatch(submitVisit.initiate({ id: visit, ...write, base: base() }));
    await device.clock.settle();
    return write.writeId;
  };
  await device.setOnline(false);
  return {
    ...fixture,
    visit,
    update,
    submit,
    statuses: () => device.states().map(({ lastError }) => lastError?.status),
  };
}

it('33 each edit of a delivery made without a signal carries the version of the edit before', async () => {
  const { device, tab, work, location, server } = await setUp();
  const { dispatch, getState } = tab.store;
  await device.setOnline(false);
  const { id = '' } = (await work.deliver(0)).result ?? {};
  const edit = async (quantity: number) => {
    const { itemsCache: items, boxesCache: boxes, locationsCache: locations } = getState();
    const [entry] = pendingDeliveries(selectOwnEntries(getState()));
    if (!entry) throw new Error('No delivery waits');
    expect(createdId(entry)).toBe(id);
    const base = baseOf(pendingDeliveryView(entry, null, { items, boxes, locations }));
    const write = aWrite({ lines: [{ item: location.itemId, quantity, packaging: 'each' as const }] });
    void dispatch(updateDelivery.initiate({ id, visitId: null, ...write, base }));
    await device.clock.settle();
  };
  for (const quantity of [5, 6, 7]) await edit(quantity);
  await device.setOnline(true);
  expect(device.writes.map(({ ifMatch }) => ifMatch)).toEqual(['', '"1"', '"2"', '"3"']);
  expect(device.entries()).toEqual([]);
  expect(await server.db.select().from(deliveryLines)).toMatchObject([{ quantityHundredths: 700 }]);
});

it('33 changes of a visit queued behind a refused one carry the version before it, once it was discarded', async () => {
  const { device, tab, submit, update, visitRows, statuses } = await atVisit();
  const refused = await submit('of the submit');
  device.network.faults = ['status422'];
  await device.setOnline(true);
  await device.setOnline(false);
  await update({ note: 'first' });
  await update({ note: 'second' });
  expect(await tab.store.dispatch(discardEntries([refused], true))).toBe('done');
  await device.setOnline(true);
  await device.clock.advance(5_000);
  expect(statuses()).toEqual([]);
  expect(await visitRows()).toMatchObject([{ note: 'second' }]);
});

it('33 an edit over a discarded edit of an unsent delivery does not overwrite what an admin changed', async () => {
  const { device, tab, location, work, server, deliveryRows } = await setUp();
  const { dispatch, getState } = tab.store;
  device.network.faults = ['dropAfter'];
  const { id = '' } = (await work.deliver(0)).result ?? {};
  const [row] = await deliveryRows();
  const admin = await server.signIn('admin');
  const linesOf = (quantity: number) => [{ item: location.itemId, quantity, packaging: 'each' as const }];
  await admin.patch(`/api/deliveries/${row?.id}`, { lines: linesOf(9) });
  await device.setOnline(false);
  const edit = async (quantity: number) => {
    const { itemsCache: items, boxesCache: boxes, locationsCache: locations } = getState();
    const [entry] = pendingDeliveries(selectOwnEntries(getState()));
    if (!entry) throw new Error('No delivery waits');
    const base = baseOf(pendingDeliveryView(entry, null, { items, boxes, locations }));
    const write = aWrite({ lines: linesOf(quantity) });
    void dispatch(updateDelivery.initiate({ id, visitId: null, ...write, base }));
    await device.clock.settle();
    return write.writeId;
  };
  const first = await edit(5);
  await edit(7);
  expect(await dispatch(discardEntries([first], false))).toBe('done');
  await device.setOnline(true);
  await device.clock.advance(MINUTE_MS);
  expect(device.states()).toMatchObject([{ state: 'refused', lastError: { status: 412 } }]);
  expect(await server.db.select().from(deliveryLines)).toMatchObject([{ quantityHundredths: 900 }]);
});

it('33 a corrected submit with a later change is made again as an update over that change', async () => {
  const { device, tab, submit, update, visitRows, statuses } = await atVisit();
  const refused = await submit('of the submit');
  device.network.faults = ['status422'];
  await device.setOnline(true);
  await device.setOnline(false);
  await update({ note: 'changed since' });
  expect(await tab.store.dispatch(editRefusedEntry(refused, { note: 'corrected' }, true))).toBe('superseded');
  await update({ note: 'corrected' });
  await device.setOnline(true);
  await device.clock.advance(5_000);
  expect(statuses()).toEqual([]);
  expect(await visitRows()).toMatchObject([{ note: 'corrected', submittedAt: expect.any(Date) }]);
});

it('33 a submit that is moved to a new visit carries the version of that visit', async () => {
  const { device, rep, tab, visit, visitRows, statuses, work, update, submit } = await atVisit();
  await device.setOnline(true);
  await update({ note: 'makes version 2' });
  void tab.store.dispatch(getVisit.initiate(visit, { forceRefetch: true }));
  await device.clock.settle();
  await device.setOnline(false);
  const { queued } = (await work.deliver(0, visit)).result ?? {};
  await submit('in the new visit');
  const elsewhere = await rep.post(`/api/visits/${visit}/submit`, { outcome: 'other', note: 'elsewhere' });
  expect(elsewhere.statusCode).toBe(200);
  await device.setOnline(true);
  expect(await tab.store.dispatch(moveToNewVisit(queued?.id ?? '', true))).toBe('done');
  await device.clock.advance(5_000);
  expect(statuses()).toEqual([]);
  expect((await visitRows()).map(({ note }) => note).sort()).toEqual(['elsewhere', 'in the new visit']);
});

it('36 the work for a visit that a restored server does not know is moved to a new visit', async () => {
  const { device, tab, work, visit, submit, server, visitRows, deliveryRows } = await atVisit();
  await work.deliver(0, visit);
  await submit('Seen to');
  await server.db.delete(idempotencyKeys);
  await server.db.delete(visits);
  await device.setOnline(true);
  const [delivery] = tab.store.getState().queue.entries;
  expect(delivery).toMatchObject({ call: 'createDelivery', lastError: { status: 404 } });
  expect(await tab.store.dispatch(moveToNewVisit(delivery?.id ?? '', false))).toBe('done');
  await device.clock.advance(5_000);
  expect(await visitRows()).toMatchObject([{ note: 'Seen to', outcome: 'partial' }]);
  expect(await deliveryRows()).toMatchObject([{ visitId: (await visitRows())[0]?.id }]);
  expect(device.entries()).toEqual([]);
});

it('16 a submit that is corrected during a pass is sent once, before later changes', async () => {
  const { device, tab, work, submit, update, visitRows, statuses } = await atVisit();
  await work.deliver(0);
  await work.deliver(1);
  const refused = await submit('of the submit');
  device.network.faults = ['status422', 'status422', 'status422'];
  await device.setOnline(true);
  await device.setOnline(false);
  await update({ note: 'changed since' });
  await device.clock.advance(3_000);
  device.network.bytesPerMs = 0.1;
  device.network.online = true;
  tab.store.dispatch(syncRequested({}));
  await device.clock.advance(500);
  expect(tab.store.getState().queue.replaying).toBe(true);
  expect(await tab.store.dispatch(editRefusedEntry(refused, { note: 'corrected' }, false))).toBe('superseded');
  await update({ note: 'corrected' });
  await device.clock.advance(60_000);
  expect(statuses()).toEqual([]);
  expect(await visitRows()).toMatchObject([{ note: 'corrected', submittedAt: expect.any(Date) }]);
});

it('33 a change over an own change keeps the version that this one led to, when another tab sends that form again', async () => {
  const { device, tab, work, location, server } = await setUp();
  const second = await device.open();
  const delivery = (await work.deliver(0)).result?.id ?? '';
  const edit = async (one: typeof tab, writeId: string, quantity: number, over: string | null) => {
    const write = aWrite({ lines: [{ item: location.itemId, quantity, packaging: 'each' as const }] }, writeId);
    void one.store.dispatch(
      updateDelivery.initiate({ id: delivery, visitId: null, ...write, base: { baseVersion: 1, over } }),
    );
    await device.clock.advance(100);
  };
  const [x, z] = [crypto.randomUUID(), crypto.randomUUID()];
  await device.setOnline(false);
  await work.deliver(1);
  await edit(tab, x, 5, null);
  await device.setOnline(true);
  await device.clock.advance(5_000);
  expect(device.entries()).toEqual([]);
  // The form of the first edit is open in the second tab too, and is sent from there; a gateway refuses it.
  device.network.gateway = ({ key }) => (key === x ? Response.json({ error: 'No.' }, { status: 403 }) : null);
  await edit(second, x, 5, null);
  device.network.gateway = () => null;
  expect(device.entries()).toEqual([]);
  // A form that was opened while the first edit waited.
  await edit(tab, z, 7, x);
  await device.clock.advance(60_000);
  expect(device.writes.filter(({ key }) => key === z).map(({ ifMatch }) => ifMatch)).toEqual(['"2"']);
  const rows = await server.db.select().from(deliveryLines);
  expect(rows.map(({ quantityHundredths }) => quantityHundredths / 100)).toEqual(expect.arrayContaining([2, 7]));
  expect(device.entries()).toEqual([]);
});

it('33 a change made over a discarded start does not overwrite the note that another device has made', async () => {
  const { device, tab, rep, location, work, visitRows } = await setUp();
  const { dispatch, getState } = tab.store;
  await device.setOnline(false);
  await work.startVisit();
  const [start = ''] = device.entries().map(({ id }) => id);
  const { _id: visit } = (await rep.post('/api/visits', { location: location.locationId })).json() as { _id: string };
  await rep.patch(`/api/visits/${visit}`, { note: 'of the other device' });
  device.network.gateway = ({ method }) => (method === 'GET' ? null : textResponse(503, 'busy', 'text/plain'));
  await device.setOnline(true);
  void dispatch(getVisit.initiate(visit));
  await device.clock.settle();
  expect(Object.values(selectServerIds(getState())).flatMap((ids) => Object.values(ids))).toEqual([visit]);
  const write = aWrite({ outcome: 'partial' as const, note: 'typed at the start' });
  expect(await dispatch(discardEntries([start], true))).toBe('done');
  device.network.gateway = () => null;
  void dispatch(submitVisit.initiate({ id: visit, ...write, base: { baseVersion: null, over: start } }));
  await device.clock.advance(MINUTE_MS);
  expect(await visitRows()).toMatchObject([{ note: 'of the other device' }]);
});
