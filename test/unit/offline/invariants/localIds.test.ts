// @vitest-environment node
import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { visitsApi } from '../../../../src/api/visitsApi';
import { isLocalId } from '../../../../src/domain/ids';
import { visits } from '../../../../src/server/db/schema';
import { discardEntries } from '../../../../src/state/outbox/outbox';
import { moveToNewVisit } from '../../../../src/state/outbox/refusedEntries';
import { locationOfVisit, openVisits } from '../../../../src/state/visits/openVisits';
import { startVisit } from '../../../support/server/aStockedLocation';
import { setUpQueueFixture } from '../../../support/queue/queueFixture';

const setUp = setUpQueueFixture();
const DAY_MS = 24 * 60 * 60 * 1000;

it('11 local ids never leave the device', async () => {
  const { device, work, visitRows, deliveryRows } = await setUp();
  await device.setOnline(false);
  const visit = (await work.startVisit()).result?.id ?? '';
  const delivery = (await work.deliver(0, visit)).result?.id ?? '';
  await work.edit(delivery, visit, 3);
  await work.submit(visit);
  await work.update(visit, { outcome: 'skipped' });
  expect([visit, delivery].every(isLocalId)).toBe(true);
  device.network.faults = ['dropBefore', 'dropAfter'];
  await device.setOnline(true);
  await device.clock.advance(10 * 60_000);
  expect(JSON.stringify(device.requests)).not.toContain('local-');
  expect(await visitRows()).toMatchObject([{ outcome: 'skipped' }]);
  expect(await deliveryRows()).toHaveLength(1);
});

it('11 an online write that contains a local id is queued, not sent', async () => {
  const { device, tab, work, deliveryRows } = await setUp();
  await device.setOnline(false);
  const visit = (await work.startVisit()).result?.id ?? '';
  device.network.faults = ['status500'];
  await device.setOnline(true);
  expect(tab.store.getState().queue.reachable).toBe(true);
  expect((await work.deliver(0, visit)).result?.queued).toBeDefined();
  await device.clock.advance(10 * 60_000);
  expect(JSON.stringify(device.requests)).not.toContain('local-');
  expect(await deliveryRows()).toHaveLength(1);
});

it('11 an online write for a visit whose start was discarded is queued, not sent', async () => {
  const { device, tab, work } = await setUp();
  await device.setOnline(false);
  const { id: visit = '', queued } = (await work.startVisit()).result ?? {};
  expect(await tab.store.dispatch(discardEntries([queued?.id ?? ''], true))).toBe('done');
  await device.setOnline(true);
  await device.clock.advance(10_000);
  expect((await work.deliver(0, visit)).result?.queued).toBeDefined();
  await device.clock.advance(10 * 60_000);
  expect(device.writes).toEqual([]);
});

it('12 the transaction that removes a create entry also stores its id mapping', async () => {
  const { device, work } = await setUp();
  await device.setOnline(false);
  const { result } = await work.startVisit();
  const removals: (readonly string[])[] = [];
  device.disk.onCommit = (moment, written) => {
    if (moment === 'after' && written.includes(`delete entries ${result?.queued?.id}`)) removals.push(written);
  };
  await device.setOnline(true);
  expect(removals).toEqual([expect.arrayContaining([`put idMap ${result?.id}`])]);
});

it('12 the create entry stays when the disk has no room for the id mapping', async () => {
  const { device, work, visitRows } = await setUp();
  await device.setOnline(false);
  await work.startVisit();
  device.network.onWire = (moment, { method }) => {
    if (moment === 'responded' && method === 'POST') device.disk.isFull = true;
  };
  await device.setOnline(true);
  expect(device.entries()).toHaveLength(1);
  expect(device.mappings()).toEqual([]);
  device.network.onWire = () => undefined;
  device.disk.isFull = false;
  await device.clock.advance(10 * 60_000);
  expect(device.mappings()).toHaveLength(1);
  expect(await visitRows()).toHaveLength(1);
});

it('13 ids are replaced only as a whole path segment or field; a note that contains one is unchanged', async () => {
  const { device, work, visitRows, deliveryRows } = await setUp();
  await device.setOnline(false);
  const visit = (await work.startVisit()).result?.id ?? '';
  await work.deliver(0, visit);
  const note = `See ${visit}, and ${visit}/submit`;
  await work.submit(visit, note);
  const onDisk = JSON.stringify(device.entries());
  await device.setOnline(true);
  const [row] = await visitRows();
  expect(row).toMatchObject({ note, outcome: 'partial' });
  expect(device.writes.at(-1)?.path).toBe(`/visits/${row?.id}/submit`);
  expect(await deliveryRows()).toMatchObject([{ visitId: row?.id }]);
  expect(onDisk).toContain(`/visits/${visit}/submit`);
});

it('13 a note that begins like a local id is sent as it was typed, online and from the queue', async () => {
  const { device, work, openVisit, visitRows } = await setUp();
  const visit = await openVisit();
  expect((await work.update(visit, { note: 'local-owned shop' })).result?.queued).toBeUndefined();
  expect(await visitRows()).toMatchObject([{ note: 'local-owned shop' }]);
  await device.setOnline(false);
  await work.update(visit, { note: 'local-only stock' });
  await device.setOnline(true);
  expect(device.entries()).toEqual([]);
  expect(await visitRows()).toMatchObject([{ note: 'local-only stock' }]);
});

it('14 the id map outlives the queue: after a restart a local id still resolves to the server’s visit', async () => {
  const { device, tab, work, location, visitRows } = await setUp();
  await device.setOnline(false);
  const visit = (await work.startVisit()).result?.id ?? '';
  const other = await device.open();
  await device.setOnline(true);
  const [row] = await visitRows();
  expect(device.entries()).toEqual([]);
  expect(other.store.getState().queue.serverIds[visit.slice(-2)]?.[visit]).toBe(row?.id);
  tab.kill();
  const later = await device.open();
  expect(later.store.getState().queue.serverIds[visit.slice(-2)]?.[visit]).toBe(row?.id);
  expect(locationOfVisit(later.store.getState(), visit)).toBe(location.locationId);
});

it('14 the caches hold the visit and its deliveries under the server’s id once they are sent', async () => {
  const { device, tab, work, visitRows } = await setUp();
  await device.setOnline(false);
  const visit = (await work.startVisit()).result?.id ?? '';
  await work.deliver(0, visit);
  await device.setOnline(true);
  const [row] = await visitRows();
  const { visitsCache, visitDeliveriesCache } = tab.store.getState();
  expect(Object.keys(visitsCache.byKey)).toEqual([row?.id]);
  expect(visitDeliveriesCache.byKey[row?.id ?? '']?.value).toHaveLength(1);
});

it('14 an id mapping expires after 30 days', async () => {
  const { device, work } = await setUp();
  await device.setOnline(false);
  await work.startVisit();
  await device.setOnline(true);
  device.clock.elapsed += 30 * DAY_MS - 60_000;
  await device.open();
  expect(device.mappings()).toHaveLength(1);
  device.clock.elapsed += 120_000;
  await device.open();
  expect(device.mappings()).toEqual([]);
});

it('14 an id mapping that a queued entry needs does not expire, even when the clock jumps by months', async () => {
  const { device, work, deliveryRows, visitRows } = await setUp();
  await device.setOnline(false);
  const visit = (await work.startVisit()).result?.id ?? '';
  await work.deliver(0, visit);
  device.network.onWire = (moment, { path }) => {
    if (moment === 'responded' && path === '/visits') device.network.faults = ['status500'];
  };
  await device.setOnline(true);
  expect([await visitRows(), await deliveryRows()].map(({ length }) => length)).toEqual([1, 0]);
  device.clock.skew += 90 * DAY_MS;
  await device.clock.advance(10 * 60_000);
  expect(await deliveryRows()).toHaveLength(1);
});

it('30 a visit that was started offline and continued offline is one open visit, and none once it is submitted', async () => {
  const { device, tab, work } = await setUp();
  const open = () => openVisits(tab.store.getState()).map(({ _id }) => _id);
  await device.setOnline(false);
  const { result } = await work.startVisit();
  expect((await work.startVisit()).result?.id).toBe(result?.id);
  expect(open()).toEqual([result?.id]);
  await work.submit(result?.id ?? '');
  expect(open()).toEqual([]);
  await device.setOnline(true);
  await device.clock.advance(60_000);
  expect(device.entries()).toEqual([]);
  expect(open()).toEqual([]);
});

it('11 a move replaces the id of the visit only, where the location has the same id', async () => {
  const { device, tab, server, rep, location, work, deliveryRows } = await setUp();
  const { dispatch } = tab.store;
  const { _id } = await startVisit(rep, location);
  const visit = location.locationId;
  await server.db.update(visits).set({ id: visit }).where(eq(visits.id, _id));
  void dispatch(visitsApi.endpoints.getVisit.initiate(visit));
  await device.clock.settle();
  await device.setOnline(false);
  const delivery = (await work.deliver(0, visit)).result?.queued?.id ?? '';
  await rep.post(`/api/visits/${visit}/submit`, { outcome: 'other', note: 'elsewhere' });
  await device.setOnline(true);
  await device.clock.advance(5_000);
  expect(await dispatch(moveToNewVisit(delivery, true))).toBe('done');
  await device.clock.advance(60_000);
  expect(JSON.stringify(device.requests)).not.toContain('local-');
  expect(await deliveryRows()).toMatchObject([{ locationId: location.locationId }]);
});

it('10 a start is not answered with its own visit, whose entry a killed tab has left', async () => {
  const { device, tab, work, workIn, visitRows } = await setUp();
  const id = crypto.randomUUID();
  device.network.faults = ['hangBefore'];
  void work.startVisit(id);
  await device.clock.advance(100);
  tab.kill();
  // No pass begins in the second tab: the server does not say who is signed in.
  device.network.gateway = ({ path }) => (path === '/auth/me' ? Response.json({}, { status: 503 }) : null);
  const second = await device.open();
  device.network.faults = ['dropAfter'];
  const press = await workIn(second).startVisit(id);
  await device.clock.advance(1_000);
  expect(press.result?.queued?.id).toBe(id);
  expect(device.entries()).toMatchObject([{ id }]);
  device.network.gateway = () => null;
  await device.clock.advance(10 * 60_000);
  expect(device.mappings()).toHaveLength(1);
  expect(await visitRows()).toHaveLength(1);
});

it('34 a start without a response waits for one, also when the open visit of its location answers it', async () => {
  const { device, tab, rep, work, location, visitRows } = await setUp();
  device.network.faults = ['hangBefore'];
  const pressed = await work.startVisit();
  const { _id: visit } = await startVisit(rep, location);
  void tab.store.dispatch(visitsApi.endpoints.getVisit.initiate(visit));
  await device.clock.settle();
  await device.clock.advance(5_000);
  expect(pressed.result?.id).toBe(visit);
  expect(device.states()).toMatchObject([{ state: 'waiting', mayHaveArrived: true }]);
  await device.clock.advance(120_000);
  expect(device.entries()).toEqual([]);
  expect(await visitRows()).toHaveLength(1);
});
