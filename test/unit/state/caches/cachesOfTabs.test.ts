// @vitest-environment node
import { beforeEach, expect, it } from 'vitest';
import { boxesApi } from '../../../../src/api/boxesApi';
import { deliveriesApi } from '../../../../src/api/deliveriesApi';
import { visitsApi } from '../../../../src/api/visitsApi';
import { connectivityChanged } from '../../../../src/offline/actions';
import { openVisits } from '../../../../src/state/visits/openVisits';
import type { Tab } from '../../../support/app/faultyDevice';
import { Gate } from '../../../support/app/gate';
import { aStockedLocation, deliver } from '../../../support/server/aStockedLocation';
import { loseReads, type QueueFixture, setUpQueueFixture } from '../../../support/queue/queueFixture';

const setUp = setUpQueueFixture();
const { getVisit } = visitsApi.endpoints;
const { listVisitDeliveries } = deliveriesApi.endpoints;
const SECOND_MS = 1_000;

let fixture: QueueFixture;
let second: Tab;
beforeEach(async () => {
  fixture = await setUp();
  second = await fixture.device.open();
});

/** Both tabs have shown the visit and its deliveries. */
async function showInBoth(visit: string): Promise<void> {
  for (const { store } of [fixture.tab, second]) {
    await store.dispatch(getVisit.initiate(visit, { subscribe: false }));
    await store.dispatch(listVisitDeliveries.initiate(visit, { subscribe: false }));
  }
}

/** The second tab stores its own copies after the first one, because it has shown something else. */
async function storeInSecond(): Promise<void> {
  const { server, rep, device } = fixture;
  const elsewhere = await aStockedLocation(server.db);
  const response = await rep.post('/api/visits', { location: elsewhere.locationId });
  const { _id } = response.json<{ _id: string }>();
  await second.store.dispatch(getVisit.initiate(_id, { subscribe: false }));
  await second.store.dispatch(listVisitDeliveries.initiate(_id, { subscribe: false }));
  await device.clock.advance(5 * SECOND_MS);
  await second.store.dispatch((_dispatch, _getState, { flush }) => flush());
}

/** The app after a restart without a connection. */
async function restartOffline(): Promise<Tab> {
  const { device, tab } = fixture;
  tab.kill();
  second.kill();
  await device.setOnline(false);
  return device.open();
}

/** The connection is back for a moment, in which only writes get through. */
async function sendOnly(): Promise<void> {
  const { device } = fixture;
  device.network.gateway = loseReads;
  await device.setOnline(true);
  await device.clock.advance(5 * SECOND_MS);
  await device.setOnline(false);
}

/** The boxes that the visit's screen shows as refilled without a connection (deviation T3). */
function refilledIn({ store }: Tab, visit: string): string[] {
  const { visitDeliveriesCache, queue } = store.getState();
  const sent = (visitDeliveriesCache.byKey[visit]?.value ?? []).map(({ box }) => box._id);
  const waiting = queue.entries.filter((one) => one.call === 'createDelivery').map(({ about }) => about.box ?? '');
  return [...sent, ...waiting];
}

it('a visit that one tab has submitted is submitted after a restart, though another tab stored its visits later', async () => {
  const { device, work, openVisit, workIn } = fixture;
  const visit = await openVisit();
  await showInBoth(visit);
  await work.submit(visit);
  await storeInSecond();
  const third = await restartOffline();
  const { result } = await workIn(third).startVisit();
  expect(result?.id).not.toBe(visit);
  await workIn(third).deliver(0, result?.id);
  await device.setOnline(true);
  await device.clock.advance(5 * SECOND_MS);
  expect(device.states()).toEqual([]);
});

it('a box that one tab has refilled is refilled after a restart, though another tab stored its deliveries later', async () => {
  const { work, openVisit, location } = fixture;
  const visit = await openVisit();
  await showInBoth(visit);
  await work.deliver(0, visit);
  await storeInSecond();
  expect(refilledIn(await restartOffline(), visit)).toEqual([location.boxIds[0]]);
});

it('a tab that has not read the deliveries of a visit does not take those of another tab for all of them', async () => {
  const { rep, work, tab, openVisit, location } = fixture;
  const visit = await openVisit();
  await deliver(rep, location, 1, visit);
  await tab.store.dispatch(listVisitDeliveries.initiate(visit, { subscribe: false }));
  await work.deliver(0, visit);
  await storeInSecond();
  const third = await restartOffline();
  expect(third.store.getState().visitDeliveriesCache.byKey[visit]).toMatchObject({ isPartial: true });
});

it('a box that was refilled offline is shown as refilled in every tab after its delivery was sent', async () => {
  const { device, tab, work, openVisit, location, deliveryRows } = fixture;
  const visit = await openVisit();
  await showInBoth(visit);
  await device.setOnline(false);
  await work.deliver(0, visit);
  await device.clock.advance(200);
  await sendOnly();
  expect(await deliveryRows()).toHaveLength(1);
  const third = await device.open();
  const [box] = location.boxIds;
  expect([tab, second, third].map((one) => refilledIn(one, visit))).toEqual([[box], [box], [box]]);
});

it('a visit that was started offline stays open in every tab after its start was sent', async () => {
  const { device, tab, work, visitRows } = fixture;
  await device.setOnline(false);
  await work.startVisit();
  await sendOnly();
  const [row] = await visitRows();
  const openIn = ({ store }: Tab) => openVisits(store.getState()).map(({ _id }) => _id);
  expect([openIn(tab), openIn(second)]).toEqual([[row?.id], [row?.id]]);
});

it('no tab continues a visit offline that another tab has submitted', async () => {
  const { device, work, openVisit, workIn, visitRows } = fixture;
  const visit = await openVisit();
  await showInBoth(visit);
  await device.setOnline(false);
  await work.submit(visit);
  await device.clock.advance(200);
  await sendOnly();
  expect(await visitRows()).toMatchObject([{ submittedAt: expect.any(Date) }]);
  expect((await workIn(second).startVisit()).result?.id).not.toBe(visit);
});

it('no tab continues a visit offline whose submit is on its way in another tab', async () => {
  const { device, work, openVisit, workIn } = fixture;
  const visit = await openVisit();
  await showInBoth(visit);
  // The second tab has had no response lately. The response to the first one's submit is late.
  second.store.dispatch(connectivityChanged({ online: false }));
  device.network.responseMs = 3 * SECOND_MS;
  await work.submit(visit);
  await device.clock.advance(500);
  const { result } = await workIn(second).startVisit();
  await device.clock.advance(100);
  await workIn(second).deliver(0, result?.id);
  await device.clock.advance(10 * SECOND_MS);
  device.network.responseMs = 0;
  await device.setOnline(true);
  await device.clock.advance(10 * SECOND_MS);
  expect(device.states()).toEqual([]);
});

it('a second press of Start Visit continues the first one while a suspended tab holds back the submit', async () => {
  const { device, tab, work, openVisit, workIn } = fixture;
  const visit = await openVisit();
  await showInBoth(visit);
  device.network.responseMs = 30 * SECOND_MS;
  await work.submit(visit);
  tab.freeze();
  await device.setOnline(false);
  const first = (await workIn(second).startVisit()).result?.id;
  expect(first).not.toBe(visit);
  expect((await workIn(second).startVisit()).result?.id).toBe(first);
});

it('Start Visit offline on a full disk continues the open visit and keeps what the device has of other locations', async () => {
  const { device, server, tab, work, openVisit } = fixture;
  const visit = await openVisit();
  await showInBoth(visit);
  const { locationId } = await aStockedLocation(server.db);
  await tab.store.dispatch(boxesApi.endpoints.listBoxes.initiate({ location: locationId }, { subscribe: false }));
  await device.setOnline(false);
  device.disk.isFull = true;
  expect((await work.startVisit()).result).toEqual({ id: visit });
  expect(tab.store.getState().boxesCache.byKey[locationId]).toBeDefined();
  expect(device.entries()).toEqual([]);
});

it('a tab that starts while another one sends knows what was sent', async () => {
  const { device, tab, work, workIn, location, openVisit } = fixture;
  const visit = await openVisit();
  await showInBoth(visit);
  await tab.store.dispatch((_dispatch, _getState, { flush }) => flush());
  device.cacheReads = new Gate();
  device.cacheReads.shut();
  const opening = device.open();
  await device.clock.settle();
  device.network.gateway = loseReads;
  await work.deliver(0, visit);
  await work.submit(visit);
  await device.clock.advance(SECOND_MS);
  device.cacheReads.reopen();
  const starting = await opening;
  const { value = [] } = starting.store.getState().visitDeliveriesCache.byKey[visit] ?? {};
  expect(value.map(({ box }) => box._id)).toEqual([location.boxIds[0]]);
  await device.setOnline(false);
  expect((await workIn(starting).startVisit()).result?.queued).toBeDefined();
});
