// @vitest-environment node
import { eq } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { deliveriesApi } from '../../../../src/api/deliveriesApi';
import { visitsApi } from '../../../../src/api/visitsApi';
import { isLocalId } from '../../../../src/domain/ids';
import { visits } from '../../../../src/server/db/schema';
import type { AppThunk } from '../../../../src/state/root/types';
import { moveToNewVisit } from '../../../../src/state/outbox/refusedEntries';
import { deliver } from '../../../support/server/aStockedLocation';
import { loseReads, type QueueFixture, setUpQueueFixture } from '../../../support/queue/queueFixture';

const setUp = setUpQueueFixture();
const { getVisit, listVisits } = visitsApi.endpoints;
const { listVisitDeliveries, getDelivery } = deliveriesApi.endpoints;
const SECOND_MS = 1_000;

let fixture: QueueFixture;
let visit: string;
beforeEach(async () => {
  fixture = await setUp();
  visit = await fixture.openVisit();
});

/** Sends a read whose response is late. No read after it gets through. */
async function readLate(read: AppThunk<unknown>): Promise<void> {
  const { device, tab } = fixture;
  device.network.readResponseMs = 3 * SECOND_MS;
  tab.store.dispatch(read);
  await device.clock.advance(1);
  device.network.readResponseMs = 0;
  device.network.gateway = loseReads;
}

it.each([
  ['one visit', () => getVisit.initiate(visit)],
  ['the list of visits', () => listVisits.initiate({ limit: 200 })],
] as const)('a late response with %s from before a submit does not open the visit again', async (_, read) => {
  const { device, work, tab, visitRows } = fixture;
  await readLate(read() as AppThunk<unknown>);
  await work.submit(visit);
  expect(await visitRows()).toMatchObject([{ submittedAt: expect.any(Date) }]);
  await device.clock.advance(5 * SECOND_MS);
  await device.setOnline(false);
  expect(tab.store.getState().visitsCache.byKey[visit]?.value.submittedAt).toEqual(expect.any(String));
  expect((await work.startVisit()).result?.id).not.toBe(visit);
});

it('a late list of visits does not open a submitted visit again after a read that came in between', async () => {
  const { device, work, tab } = fixture;
  device.network.readResponseMs = 3 * SECOND_MS;
  void tab.store.dispatch(listVisits.initiate({ limit: 200 }));
  await device.clock.advance(1);
  device.network.readResponseMs = 0;
  await work.submit(visit);
  await device.clock.advance(1);
  await tab.store.dispatch(getVisit.initiate(visit, { forceRefetch: true, subscribe: false }));
  device.network.gateway = loseReads;
  await device.clock.advance(5 * SECOND_MS);
  expect(tab.store.getState().visitsCache.byKey[visit]?.value.submittedAt).toEqual(expect.any(String));
});

it('a late list of deliveries from before a delivery adds those of other devices to it', async () => {
  const { device, work, tab, rep, location } = fixture;
  await deliver(rep, location, 1, visit);
  await readLate(listVisitDeliveries.initiate(visit) as AppThunk<unknown>);
  await work.deliver(0, visit);
  const cached = () => tab.store.getState().visitDeliveriesCache.byKey[visit];
  expect(cached()).toMatchObject({ isPartial: true, value: [{ box: { _id: location.boxIds[0] } }] });
  await device.clock.advance(5 * SECOND_MS);
  expect(cached()?.value.map(({ box }) => box._id)).toEqual([location.boxIds[0], location.boxIds[1]]);
  expect(cached()?.isPartial).toBe(undefined);
});

it('a late response with a delivery from before an edit does not undo the edit on the device', async () => {
  const { device, work, tab } = fixture;
  const id = (await work.deliver(0, visit)).result?.id ?? '';
  await device.clock.advance(SECOND_MS);
  await readLate(getDelivery.initiate(id) as AppThunk<unknown>);
  await work.edit(id, visit, 7);
  await device.clock.advance(5 * SECOND_MS);
  const lines = tab.store.getState().visitDeliveriesCache.byKey[visit]?.value.map(({ lines }) => lines[0]?.quantity);
  expect(lines).toEqual([7]);
});

it('a read after a change replaces what the device knows, also when the clock was set back since', async () => {
  const { device, server, tab, work, visitRows } = fixture;
  await device.clock.advance(60 * SECOND_MS);
  await work.submit(visit);
  device.clock.elapsed -= 50 * SECOND_MS;
  await server.db.update(visits).set({ note: 'Changed by an admin', version: 9 });
  expect(await visitRows()).toMatchObject([{ version: 9 }]);
  device.network.responseMs = 0;
  await tab.store.dispatch(getVisit.initiate(visit, { forceRefetch: true, subscribe: false }));
  expect(tab.store.getState().visitsCache.byKey[visit]?.value.note).toBe('Changed by an admin');
});

it('a visit that a read does not find, after an older backup was restored, is not continued', async () => {
  const { device, server, tab, work } = fixture;
  await server.db.delete(visits).where(eq(visits.id, visit));
  const read = await tab.store.dispatch(getVisit.initiate(visit, { forceRefetch: true, subscribe: false }));
  expect(read.error).toMatchObject({ status: 404 });
  await device.setOnline(false);
  expect(isLocalId((await work.startVisit()).result?.id ?? '')).toBe(true);
});

it('a visit that the server no longer has, after an older backup was restored, is not continued again', async () => {
  const { device, server, tab, work, visitRows } = fixture;
  await server.db.delete(visits).where(eq(visits.id, visit));
  await device.setOnline(false);
  const started = (await work.startVisit()).result?.id;
  expect(started).toBe(visit);
  const refused = (await work.deliver(0, started)).result?.queued?.id ?? '';
  await device.setOnline(true);
  await device.clock.advance(5 * SECOND_MS);
  expect(await tab.store.dispatch(moveToNewVisit(refused, true))).toBe('done');
  await device.clock.advance(5 * SECOND_MS);
  expect(device.entries()).toEqual([]);
  const read = await tab.store.dispatch(getVisit.initiate(visit, { subscribe: false }));
  expect(read.error).toMatchObject({ status: 404 });
  await device.setOnline(false);
  const [open] = await visitRows();
  expect((await work.startVisit()).result?.id).toBe(open?.id);
});
