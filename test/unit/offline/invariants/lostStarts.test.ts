// @vitest-environment node
import { expect, it } from 'vitest';
import { visitsApi } from '../../../../src/api/visitsApi';
import { isLocalId } from '../../../../src/domain/ids';
import { resolverOf } from '../../../../src/offline/localIds';
import { selectServerIds } from '../../../../src/offline/queueSlice';
import { saveDraft } from '../../../../src/state/drafts/drafts';
import { openVisits } from '../../../../src/state/visits/openVisits';
import { startVisit } from '../../../support/server/aStockedLocation';
import { type QueueFixture, setUpQueueFixture } from '../../../support/queue/queueFixture';

const setUp = setUpQueueFixture();
const MINUTE_MS = 60_000;

async function readVisits({ device, tab }: QueueFixture): Promise<void> {
  await tab.store.dispatch(visitsApi.endpoints.listVisits.initiate({ limit: 200 }, { subscribe: false }));
  await device.clock.settle();
}

/** A start whose response was lost, with a delivery in its local visit. Then a read shows the visit. */
async function aLostStart() {
  const fixture = await setUp();
  const { device, work, visitRows } = fixture;
  device.network.faults = ['hangAfter'];
  const press = await work.startVisit();
  await device.clock.advance(4_100);
  const local = press.result?.id ?? '';
  await work.deliver(0, local);
  await device.clock.advance(11_500);
  await readVisits(fixture);
  const [row] = await visitRows();
  return { ...fixture, local, visit: row?.id ?? '' };
}

it('16 a submit of a visit that a read has shown waits for the start and the deliveries of its local id', async () => {
  const { device, work, visit, visitRows, deliveryRows } = await aLostStart();
  expect((await work.submit(visit, 'mine')).result?.queued).toBeDefined();
  await device.clock.advance(MINUTE_MS);
  expect(device.entries()).toEqual([]);
  expect(await deliveryRows()).toMatchObject([{ visitId: visit }]);
  expect(await visitRows()).toMatchObject([{ note: 'mine', submittedAt: expect.any(Date) }]);
});

it('16 the same when another device has opened the visit, and the start has not arrived', async () => {
  const fixture = await setUp();
  const { device, rep, location, work, visitRows, deliveryRows } = fixture;
  await device.setOnline(false);
  await work.deliver(0, (await work.startVisit()).result?.id);
  const { _id: visit } = await startVisit(rep, location);
  device.network.faults = ['hangBefore'];
  device.network.online = true;
  await readVisits(fixture);
  expect((await work.submit(visit, 'mine')).result?.queued).toBeDefined();
  await device.clock.advance(MINUTE_MS);
  expect(await deliveryRows()).toMatchObject([{ visitId: visit }]);
  expect(await visitRows()).toMatchObject([{ note: 'mine', submittedAt: expect.any(Date) }]);
});

it('7 on a full disk the id of a visit that a read has shown is tried once, not without end', async () => {
  const fixture = await setUp();
  const { device, rep, location, work } = fixture;
  await device.setOnline(false);
  await work.startVisit();
  await startVisit(rep, location);
  device.network.faults = ['hangBefore'];
  device.network.online = true;
  device.disk.isFull = true;
  let evictions = 0;
  device.onAction = ({ type }) => {
    if (type === 'visitsCache/retainedOnly') evictions += 1;
    if (evictions > 20) device.disk.isFull = false;
  };
  await readVisits(fixture);
  expect(evictions).toBeGreaterThan(0);
  expect(evictions).toBeLessThan(4);
});

it('13 a visit that a read has shown is one visit with the local one of its start', async () => {
  const { tab, local, visit } = await aLostStart();
  const state = tab.store.getState();
  expect(openVisits(state).map(({ _id }) => _id)).toEqual([visit]);
  expect(resolverOf(selectServerIds(state))(local)).toBe(visit);
  // The start stays until the server has responded to it.
  expect(state.queue.entries.map(({ call }) => call)).toEqual(['startVisit', 'createDelivery']);
});

it('13 a half-filled form of the local visit is one of the visit that a read has shown', async () => {
  const { device, tab, work, visitRows, ...fixture } = await setUp();
  device.network.faults = ['hangAfter'];
  const press = await work.startVisit();
  await device.clock.advance(4_100);
  const local = press.result?.id ?? '';
  tab.store.dispatch(saveDraft({ id: 'typed', form: `submit visit ${local}`, value: { note: 'typed' } }));
  await device.clock.advance(11_500);
  await readVisits({ device, tab, work, visitRows, ...fixture });
  const [row] = await visitRows();
  const state = tab.store.getState();
  expect(resolverOf(selectServerIds(state))(local)).toBe(row?.id);
  expect(state.drafts.typed?.form).toBe(`submit visit ${row?.id}`);
});

it('16 a start behind a refused submit is not taken for the visit that the submit leaves open', async () => {
  const fixture = await setUp();
  const { device, tab, work, openVisit, visitRows, deliveryRows } = fixture;
  const first = await openVisit();
  await readVisits(fixture);
  await device.setOnline(false);
  await work.submit(first);
  const second = (await work.startVisit()).result?.id ?? '';
  await work.deliver(0, second);
  device.network.faults = ['status422'];
  await device.setOnline(true);
  expect(device.states()).toMatchObject([{ state: 'refused' }]);
  expect(device.entries()).toHaveLength(3);
  await readVisits(fixture);
  expect(openVisits(tab.store.getState()).map(({ _id }) => isLocalId(_id))).toEqual([true, false]);
  await device.setOnline(false);
  await device.setOnline(true);
  await device.clock.advance(MINUTE_MS);
  expect(device.entries()).toEqual([]);
  const rows = await visitRows();
  expect(rows).toHaveLength(2);
  expect(await deliveryRows()).toMatchObject([{ visitId: rows.find(({ id }) => id !== first)?.id }]);
});
