// @vitest-environment node
import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { visitsApi } from '../../../../src/api/visitsApi';
import type { UpdateVisitBody } from '../../../../src/contract/visits';
import { syncRequested } from '../../../../src/offline/actions';
import { items, users } from '../../../../src/server/db/schema';
import { discardEntries } from '../../../../src/state/outbox/outbox';
import { moveToNewVisit } from '../../../../src/state/outbox/refusedEntries';
import { type RefusedResolution, resolutionOf } from '../../../../src/state/outbox/resolution';
import { aWrite } from '../../../support/app/aWrite';
import { deliveryBody } from '../../../support/server/aStockedLocation';
import { type QueueFixture, setUpQueueFixture } from '../../../support/queue/queueFixture';

const setUp = setUpQueueFixture();
const { getVisit, startVisit, updateVisit } = visitsApi.endpoints;

/** An open visit that the device knows, without a connection. */
async function atOpenVisit() {
  const fixture = await setUp();
  const { device, tab, openVisit } = fixture;
  const visit = await openVisit();
  void tab.store.dispatch(getVisit.initiate(visit));
  await device.clock.settle();
  await device.setOnline(false);
  return { ...fixture, visit };
}

/** The further actions that the outbox offers for the entries, in order. */
function offered({ tab }: Pick<QueueFixture, 'tab'>): (RefusedResolution['kind'] | null)[] {
  const state = tab.store.getState();
  return state.queue.entries.map((entry) => resolutionOf(state, entry)?.kind ?? null);
}

it('36 a delivery that is refused because of its item is not offered to a new visit', async () => {
  const fixture = await atOpenVisit();
  const { device, location, server, work, visit } = fixture;
  const deactivatedAt = new Date(device.clock.now() - 1);
  await server.db.update(items).set({ deactivatedAt }).where(eq(items.id, location.itemId));
  await work.deliver(0, visit);
  await device.setOnline(true);
  expect(device.states()).toMatchObject([{ lastError: { status: 409 } }]);
  expect(offered(fixture)).toEqual([null]);
});

it('36 a delivery that a server without reasons refuses with 404 is offered to a new visit', async () => {
  const fixture = await atOpenVisit();
  const { device, work, visit } = fixture;
  device.network.faults = ['status404'];
  await work.deliver(0, visit);
  await device.setOnline(true);
  expect(device.states()).toMatchObject([{ lastError: { status: 404 } }]);
  expect(offered(fixture)).toEqual(['move']);
});

it('36 everything of a visit that was submitted elsewhere moves together, except a submit as completed', async () => {
  const { device, tab, rep, work, visit, visitRows, deliveryRows } = await atOpenVisit();
  const first = (await work.deliver(0, visit)).result?.queued?.id ?? '';
  const second = (await work.deliver(1, visit)).result;
  await work.edit(second?.id ?? '', visit, 5);
  await work.submit(visit, 'mine');
  await rep.post(`/api/visits/${visit}/submit`, { outcome: 'other', note: 'elsewhere' });
  await device.setOnline(true);
  // The second one was made later, and takes the first one along.
  expect(await tab.store.dispatch(moveToNewVisit(second?.queued?.id ?? first, true))).toBe('done');
  await device.clock.advance(5_000);
  expect(device.entries()).toEqual([]);
  const [mine] = (await visitRows()).filter(({ note }) => note === 'mine');
  expect(await visitRows()).toHaveLength(2);
  expect(mine).toMatchObject({ outcome: 'partial', submittedAt: expect.any(Date) });
  expect((await deliveryRows()).map(({ visitId }) => visitId)).toEqual([mine?.id, mine?.id]);
});

it('36 a delivery that two tabs move at once gets one new visit', async () => {
  const { device, tab, rep, work, visit, visitRows } = await atOpenVisit();
  const second = await device.open();
  const id = (await work.deliver(0, visit)).result?.queued?.id ?? '';
  await rep.post(`/api/visits/${visit}/submit`, { outcome: 'other', note: 'elsewhere' });
  await device.setOnline(true);
  await device.setOnline(false);
  tab.freeze();
  expect(await second.store.dispatch(moveToNewVisit(id, true))).toBe('done');
  tab.thaw();
  // The first tab has not read the queue yet.
  expect(await tab.store.dispatch(moveToNewVisit(id, true))).toBe('gone');
  await device.setOnline(true);
  await device.clock.advance(5_000);
  expect(device.entries()).toEqual([]);
  expect(await visitRows()).toHaveLength(2);
});

it('36 a delivery that another tab has discarded gets no new visit', async () => {
  const { device, tab, rep, work, visit } = await atOpenVisit();
  const second = await device.open();
  const id = (await work.deliver(0, visit)).result?.queued?.id ?? '';
  await rep.post(`/api/visits/${visit}/submit`, { outcome: 'other', note: 'elsewhere' });
  await device.setOnline(true);
  await device.setOnline(false);
  tab.freeze();
  expect(await second.store.dispatch(discardEntries([id], true))).toBe('done');
  tab.thaw();
  // The first tab has not read the queue yet.
  expect(await tab.store.dispatch(moveToNewVisit(id, true))).toBe('gone');
  expect(device.entries()).toEqual([]);
});

it('36 an edit that is saved while its delivery is being moved follows it to the new visit', async () => {
  const { device, tab, rep, work, visit, deliveryRows } = await atOpenVisit();
  const delivered = (await work.deliver(0, visit)).result;
  await rep.post(`/api/visits/${visit}/submit`, { outcome: 'other', note: 'elsewhere' });
  await device.setOnline(true);
  await device.setOnline(false);
  const moved = tab.store.dispatch(moveToNewVisit(delivered?.queued?.id ?? '', true));
  const edited = work.edit(delivered?.id ?? '', visit, 5);
  expect(await moved).toBe('done');
  expect((await edited).result?.queued).toBeDefined();
  expect(tab.store.getState().queue.entries.map(({ call }) => call)).toEqual([
    'startVisit',
    'createDelivery',
    'updateDelivery',
  ]);
  await device.setOnline(true);
  await device.clock.advance(5_000);
  expect(device.entries()).toEqual([]);
  expect(await deliveryRows()).toMatchObject([{ version: 2 }]);
});

it('36 a submit as completed, and the edit of a recorded delivery, stay behind when the others move', async () => {
  const { device, tab, work, visit } = await atOpenVisit();
  await device.setOnline(true);
  const recorded = (await work.deliver(0, visit)).result?.id ?? '';
  await device.setOnline(false);
  const delivery = (await work.deliver(1, visit)).result?.queued?.id ?? '';
  await work.edit(recorded, visit, 5);
  await work.submit(visit, 'mine', 'completed');
  device.network.faults = ['status404', 'status422'];
  await device.setOnline(true);
  const [, ...others] = device.entries();
  expect(await tab.store.dispatch(moveToNewVisit(delivery, true))).toBe('done');
  expect(device.entries().filter(({ visitId }) => visitId === visit)).toEqual(others);
});

it('17 a start does not wait for a refused submit whose visit was submitted elsewhere', async () => {
  const { device, tab, rep, work, visit, visitRows, deliveryRows } = await atOpenVisit();
  const delivery = (await work.deliver(0, visit)).result?.queued?.id ?? '';
  await work.submit(visit, 'mine', 'completed');
  await rep.post(`/api/visits/${visit}/submit`, { outcome: 'other', note: 'elsewhere' });
  await device.setOnline(true);
  await device.clock.advance(5_000);
  expect(await tab.store.dispatch(moveToNewVisit(delivery, true))).toBe('done');
  await device.clock.advance(60_000);
  const moved = (await visitRows()).find(({ id }) => id !== visit);
  expect(await deliveryRows()).toMatchObject([{ visitId: moved?.id }]);
  expect(device.states()).toMatchObject([{ state: 'refused', lastError: { status: 409 } }]);
  // The next one is not even saved first.
  await rep.post(`/api/visits/${moved?.id}/submit`, { outcome: 'other' });
  void tab.store.dispatch(getVisit.initiate(moved?.id ?? '', { forceRefetch: true }));
  await device.clock.settle();
  expect((await work.startVisit()).result).toEqual({ id: expect.any(String) });
});

it('36 the work of a visit whose start was discarded is moved to a new visit', async () => {
  const fixture = await setUp();
  const { device, tab, work, visitRows, deliveryRows } = fixture;
  await device.setOnline(false);
  const start = (await work.startVisit()).result;
  const delivery = (await work.deliver(0, start?.id)).result?.queued?.id ?? '';
  await work.submit(start?.id ?? '', 'mine');
  // As by a tab that does not know the delivery yet.
  expect(await tab.store.dispatch(discardEntries([start?.queued?.id ?? ''], true))).toBe('done');
  await device.setOnline(true);
  await device.clock.advance(5_000);
  expect(offered(fixture)).toEqual(['move', null]);
  expect(await tab.store.dispatch(moveToNewVisit(delivery, true))).toBe('done');
  await device.clock.advance(5_000);
  expect(device.entries()).toEqual([]);
  const [visit, ...others] = await visitRows();
  expect([visit?.note, others]).toEqual(['mine', []]);
  expect(await deliveryRows()).toMatchObject([{ visitId: visit?.id }]);
});

it.each([[['admin'] as const], [['admin', 'rep'] as const]])(
  '36 work that an admin did in the visit of a rep is moved to a new visit of that rep (%s)',
  async (roles) => {
    const { device, tab, location, server, rep, workIn, visitRows, deliveryRows } = await setUp();
    tab.kill();
    const admin = await server.signIn('admin');
    await server.db
      .update(users)
      .set({ roles: [...roles] })
      .where(eq(users.id, admin.user.id));
    device.carryCookieOf(admin);
    const app = await device.open();
    const { dispatch } = app.store;
    void dispatch(startVisit.initiate(aWrite({ location: location.locationId, rep: rep.user.id })));
    await device.clock.settle();
    const visit = (await visitRows())[0]?.id ?? '';
    void dispatch(getVisit.initiate(visit));
    await device.clock.settle();
    await device.setOnline(false);
    const delivery = (await workIn(app).deliver(0, visit)).result?.queued?.id ?? '';
    await workIn(app).submit(visit, 'mine');
    await rep.post(`/api/visits/${visit}/submit`, { outcome: 'other', note: 'elsewhere' });
    await device.setOnline(true);
    await device.clock.advance(5_000);
    expect(await dispatch(moveToNewVisit(delivery, true))).toBe('done');
    await device.clock.advance(60_000);
    expect(device.entries()).toEqual([]);
    const rows = await visitRows();
    expect(rows.map(({ note }) => note).sort()).toEqual(['elsewhere', 'mine']);
    expect(rows.map(({ repId }) => repId)).toEqual([rep.user.id, rep.user.id]);
    expect(await deliveryRows()).toMatchObject([{ repId: rep.user.id }]);
  },
);

it('33 a change that stays in the old visit is not sent with the version of the new visit', async () => {
  const { device, tab, rep, location, work, visit, visitRows } = await atOpenVisit();
  const { dispatch, getState } = tab.store;
  const baseVersion = getState().visitsCache.byKey[visit]?.value.version ?? null;
  const delivery = (await work.deliver(0, visit)).result?.queued?.id ?? '';
  const update = async (body: UpdateVisitBody, over: string | null) => {
    const write = { ...aWrite(body), base: { baseVersion, over } };
    void dispatch(updateVisit.initiate({ id: visit, ...write }));
    await device.clock.settle();
    return write.writeId;
  };
  const first = await update({ note: 'mine', outcome: 'partial' }, null);
  await update({ note: 'mine', outcome: 'completed' }, first);
  // On another device every box was refilled, and the visit was submitted.
  for (const box of location.boxIds.keys()) await rep.post('/api/deliveries', deliveryBody(location, box, visit));
  await rep.post(`/api/visits/${visit}/submit`, { outcome: 'other', note: 'elsewhere' });
  await device.setOnline(true);
  await device.clock.advance(5_000);
  expect(await dispatch(moveToNewVisit(delivery, true))).toBe('done');
  await device.clock.advance(5_000);
  dispatch(syncRequested({}));
  await device.clock.advance(5_000);
  expect((await visitRows()).find(({ id }) => id === visit)).toMatchObject({ outcome: 'other', note: 'elsewhere' });
  expect(device.states()).toMatchObject([{ state: 'refused', lastError: { status: 412 } }]);
});
