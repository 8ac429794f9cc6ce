// @vitest-environment node
import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { deliveriesApi } from '../../../../src/api/deliveriesApi';
import { visitsApi } from '../../../../src/api/visitsApi';
import { items, locations } from '../../../../src/server/db/schema';
import { acceptRecorded, moveToNewVisit } from '../../../../src/state/outbox/refusedEntries';
import { aWrite } from '../../../support/app/aWrite';
import { setUpQueueFixture } from '../../../support/queue/queueFixture';
import { deliveryBody } from '../../../support/server/aStockedLocation';
import { anItem } from '../../../support/server/builders';

/* A command of the outbox keeps the time at which the work was captured. */

const setUp = setUpQueueFixture();
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const dayOf = (date: Date | null | undefined) => date?.toISOString().slice(0, 10);

/** A delivery and a submit without a connection, in a visit that was submitted from another device meanwhile. */
async function workOfAVisitThatIsOver() {
  const fixture = await setUp();
  const { device, tab, openVisit, work, rep } = fixture;
  const visit = await openVisit();
  void tab.store.dispatch(visitsApi.endpoints.getVisit.initiate(visit));
  await device.clock.settle();
  await device.setOnline(false);
  await device.clock.advance(MINUTE_MS);
  const capturedAt = device.clock.now();
  const id = (await work.deliver(0, visit)).result?.queued?.id ?? '';
  await work.submit(visit, 'mine');
  await rep.post(`/api/visits/${visit}/submit`, { outcome: 'other', note: 'elsewhere' });
  return { ...fixture, id, capturedAt };
}

it('36 the new visit of moved work has the day of the work', async () => {
  const { device, tab, id, capturedAt, visitRows, deliveryRows, server } = await workOfAVisitThatIsOver();
  // The phone sleeps for two days.
  device.clock.elapsed += 2 * DAY_MS;
  server.time.now = new Date(device.clock.now());
  await device.setOnline(true);
  await device.clock.advance(5_000);
  expect(await tab.store.dispatch(moveToNewVisit(id, true))).toBe('done');
  await device.clock.advance(5_000);
  const mine = (await visitRows()).find(({ note }) => note === 'mine');
  const [delivery] = await deliveryRows();
  const days = [mine?.startedAt, mine?.submittedAt, delivery?.deliveredAt].map(dayOf);
  expect(new Set(days)).toEqual(new Set([dayOf(new Date(capturedAt))]));
});

it('36 work from before its location was deactivated can be put into a new visit', async () => {
  const { device, tab, id, server, location } = await workOfAVisitThatIsOver();
  await device.clock.advance(MINUTE_MS);
  server.time.now = new Date(device.clock.now());
  const deactivated = { deactivatedAt: server.time.now };
  await server.db.update(locations).set(deactivated).where(eq(locations.id, location.locationId));
  await device.clock.advance(MINUTE_MS);
  await device.setOnline(true);
  await device.clock.advance(5_000);
  expect(await tab.store.dispatch(moveToNewVisit(id, true))).toBe('done');
  await device.clock.advance(5_000);
  expect(device.entries()).toEqual([]);
});

it('30 "Change it to this" is accepted with an item that was deactivated after the change was captured', async () => {
  const { device, tab, location, server } = await setUp();
  const second = await anItem(server.db, { sku: 'SECOND' });
  const id = crypto.randomUUID();
  const press = async (itemIds: string[]) => {
    const lines = itemIds.map((item) => ({ item, quantity: 2, packaging: 'each' as const }));
    const write = aWrite({ ...deliveryBody(location, 0), lines }, id);
    void tab.store.dispatch(deliveriesApi.endpoints.createDelivery.initiate(write));
    await device.clock.settle();
  };
  device.network.faults = ['status500After'];
  await press([location.itemId]);
  await device.setOnline(false);
  await press([location.itemId, second.id]);
  await device.clock.advance(MINUTE_MS);
  const deactivated = { deactivatedAt: new Date(device.clock.now()) };
  await server.db.update(items).set(deactivated).where(eq(items.id, second.id));
  await device.clock.advance(MINUTE_MS);
  await device.setOnline(true);
  await device.clock.advance(5_000);
  expect(await tab.store.dispatch(acceptRecorded(id, true))).toBe('done');
  await device.clock.advance(5_000);
  expect(device.states()).toEqual([]);
});
