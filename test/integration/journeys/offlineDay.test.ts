// @vitest-environment node
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { audit } from '../../../src/server/db/auditSchema';
import { deliveries, deliveryLines, visits } from '../../../src/server/db/schema';
import { aBox, aLocation, anItem, aUser } from '../../support/server/builders';
import { type SignedIn, startTestServer, type TestServer } from '../../support/server/harness';
import type { StockedLocation } from '../../support/server/aStockedLocation';
import { FaultyDevice, type Tab } from '../../support/app/faultyDevice';
import { type Press, type RepAtWork, repAtWork } from '../../support/app/repAtWork';

const STORES = ['north', 'middle', 'south'];
const BOXES = 4;
const MINUTE_MS = 60_000;

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(() => server.reset());
afterAll(() => server.close());

/** The same company, under the same ids, each time. */
async function openTheStores(): Promise<{ rep: SignedIn; stores: StockedLocation[] }> {
  const { id: itemId } = await anItem(server.db, { id: 'cola' });
  const stores: StockedLocation[] = [];
  for (const name of STORES) {
    const { id: locationId } = await aLocation(server.db, { id: name, name });
    const boxIds: string[] = [];
    for (let position = 1; position <= BOXES; position += 1) {
      boxIds.push((await aBox(server.db, { id: `${name}-${position}`, locationId, position })).id);
    }
    stores.push({ locationId, boxIds, itemId });
  }
  return { rep: await server.signIn(await aUser(server.db, { id: 'rep', name: 'Ada Rep' })), stores };
}

/** A rep's day in one tab after another: what is pressed, and minutes in between. */
class Day {
  private tab: Tab | null = null;

  constructor(
    private readonly device: FaultyDevice,
    private readonly stores: readonly StockedLocation[],
  ) {}

  /** A button at a store; gives the id by which the rep knows what came of it. */
  async press(store: number, button: (work: RepAtWork) => Promise<Press>): Promise<string> {
    await this.device.clock.advance(7 * MINUTE_MS);
    const location = this.stores[store];
    if (!this.tab || !location) throw new Error('The app is not open');
    const { result } = await button(repAtWork(this.device, this.tab, location));
    if (!result?.id) throw new Error(`Not saved: ${JSON.stringify(result)}`);
    return result.id;
  }

  async reload(): Promise<void> {
    this.tab?.kill();
    this.tab = await this.device.open();
  }

  /** Three visits, eleven deliveries, two edits, three submits, two reloads, one killed tab. */
  async work(): Promise<void> {
    await this.reload();
    const north = await this.press(0, (work) => work.startVisit());
    for (let box = 0; box < BOXES; box += 1) await this.press(0, (work) => work.deliver(box, north));
    await this.press(0, (work) => work.submit(north, 'All four filled', 'completed'));
    await this.reload();

    const middle = await this.press(1, (work) => work.startVisit());
    const first = await this.press(1, (work) => work.deliver(0, middle));
    await this.press(1, (work) => work.edit(first, middle, 5));
    for (let box = 1; box < BOXES; box += 1) await this.press(1, (work) => work.deliver(box, middle));
    await this.press(1, (work) => work.edit(first, middle, 8));
    // Killed on the tick of the alert.
    await this.reload();
    await this.press(1, (work) => work.submit(middle, 'Freezer out of order', 'partial'));

    const south = await this.press(2, (work) => work.startVisit());
    for (let box = 0; box < 3; box += 1) await this.press(2, (work) => work.deliver(box, south));
    await this.reload();
    await this.press(2, (work) => work.submit(south, '', 'partial'));
  }
}

/**
 * What the day left in the server's tables, ids made there by their position; the times of receipt are the network's.
 */
async function serverAfterwards() {
  const { db } = server;
  const visitRows = await db.select().from(visits).orderBy(visits.startedAt);
  const deliveryRows = await db.select().from(deliveries).orderBy(deliveries.deliveredAt);
  const lineRows = await db.select().from(deliveryLines).orderBy(deliveryLines.position);
  const auditRows = await db.select().from(audit).orderBy(audit.id);
  const numberById = new Map([...visitRows, ...deliveryRows].map(({ id }, index) => [id, `#${index}`]));
  const named = (text: string) => [...numberById].reduce((known, [id, number]) => known.replaceAll(id, number), text);
  const rows = {
    visits: visitRows.map(({ createdAt: _at, submitReceivedAt: _received, ...row }) => row),
    deliveries: deliveryRows.map(({ createdAt: _at, ...row }) => ({
      ...row,
      lines: lineRows.filter(({ deliveryId }) => deliveryId === row.id).map(({ id: _line, ...line }) => line),
    })),
    audit: auditRows.map(({ id: _audit, at: _at, ...row }) => row),
  };
  return JSON.parse(named(JSON.stringify(rows)));
}

async function dayWith(signal: 'online' | 'offline') {
  await server.reset();
  const { rep, stores } = await openTheStores();
  const device = new FaultyDevice(server);
  device.carryCookieOf(rep);
  // The day begins where there is a signal, and the device learns who works with it.
  (await device.open()).kill();
  await device.setOnline(signal === 'online');
  const day = new Day(device, stores);
  await day.work();
  const sentDuringTheDay = device.writes.length;
  await device.setOnline(true);
  await device.clock.advance(MINUTE_MS);
  expect(device.entries()).toEqual([]);
  return { sentDuringTheDay, left: await serverAfterwards() };
}

it('a day without a signal leaves the same rows on the server as the same day online, times of capture included', async () => {
  const online = await dayWith('online');
  const offline = await dayWith('offline');
  expect(online.sentDuringTheDay).toBe(19);
  expect(offline.sentDuringTheDay).toBe(0);
  expect(online.left.visits).toHaveLength(3);
  expect(online.left.deliveries).toHaveLength(11);
  expect(online.left.audit).toHaveLength(2);
  expect(offline.left).toEqual(online.left);
});
