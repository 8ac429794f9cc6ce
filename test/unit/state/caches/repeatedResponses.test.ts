// @vitest-environment node
import { beforeEach, expect, it } from 'vitest';
import { deliveriesApi } from '../../../../src/api/deliveriesApi';
import { visitsApi } from '../../../../src/api/visitsApi';
import { acceptRecorded } from '../../../../src/state/outbox/refusedEntries';
import { aWrite } from '../../../support/app/aWrite';
import { deliveryBody } from '../../../support/server/aStockedLocation';
import { loseReads, type QueueFixture, setUpQueueFixture } from '../../../support/queue/queueFixture';

const setUp = setUpQueueFixture();
const { getVisit } = visitsApi.endpoints;
const { createDelivery, listVisitDeliveries } = deliveriesApi.endpoints;
const SECOND_MS = 1_000;

let fixture: QueueFixture;
beforeEach(async () => {
  fixture = await setUp();
});

const readDeliveries = (visit: string) =>
  fixture.tab.store.dispatch(listVisitDeliveries.initiate(visit, { forceRefetch: true, subscribe: false }));
const quantitiesIn = (visit: string) =>
  fixture.tab.store.getState().visitDeliveriesCache.byKey[visit]?.value.map(({ lines }) => lines[0]?.quantity);

it('the repeated response to a start does not open the visit again that was submitted since', async () => {
  const { device, tab, work, visitRows } = fixture;
  const id = crypto.randomUUID();
  device.network.faults = ['status500After'];
  await work.startVisit(id);
  const visit = (await visitRows())[0]?.id ?? '';
  await tab.store.dispatch(getVisit.initiate(visit, { subscribe: false }));
  await work.submit(visit);
  await device.clock.advance(5 * SECOND_MS);
  device.network.gateway = loseReads;
  await work.startVisit(id);
  expect(tab.store.getState().visitsCache.byKey[visit]?.value.submittedAt).toEqual(expect.any(String));
});

it('the repeated response to a delivery does not undo an edit that was recorded since', async () => {
  const { device, work, openVisit, deliveryRows } = fixture;
  const visit = await openVisit();
  device.network.faults = ['hangAfter'];
  await work.deliver(0, visit);
  await device.clock.advance(15.5 * SECOND_MS);
  await readDeliveries(visit);
  await work.edit((await deliveryRows())[0]?.id ?? '', visit, 7);
  device.network.gateway = loseReads;
  await device.clock.advance(20 * SECOND_MS);
  expect(device.entries()).toEqual([]);
  expect(quantitiesIn(visit)).toEqual([7]);
});

it('"Leave it" does not replace a version that was read after the refusal', async () => {
  const { device, tab, work, location, server, openVisit, deliveryRows } = fixture;
  const visit = await openVisit();
  const id = crypto.randomUUID();
  const linesOf = (quantity: number) => [{ item: location.itemId, quantity, packaging: 'each' as const }];
  device.network.faults = ['status500After'];
  await work.deliver(0, visit, id);
  await device.setOnline(false);
  const body = { ...deliveryBody(location, 0, visit), lines: linesOf(5) };
  void tab.store.dispatch(createDelivery.initiate(aWrite(body, id)));
  await device.clock.settle();
  await device.setOnline(true);
  await device.clock.advance(5 * SECOND_MS);
  const [row] = await deliveryRows();
  const admin = await server.signIn('admin');
  await admin.patch(`/api/deliveries/${row?.id}`, { lines: linesOf(9) });
  await readDeliveries(visit);
  expect(await tab.store.dispatch(acceptRecorded(id, false))).toBe('done');
  await device.clock.advance(5 * SECOND_MS);
  expect(quantitiesIn(visit)).toEqual([9]);
});
