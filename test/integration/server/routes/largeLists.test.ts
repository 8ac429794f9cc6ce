import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { LINES_PER_DELIVERY_MAX, NOTE_LENGTH_MAX, PACKAGING_LENGTH_MAX } from '../../../../src/domain/constants';
import { insertInBatches } from '../../../../src/server/db/insertInBatches';
import { deliveries, deliveryLines, visits } from '../../../../src/server/db/schema';
import { rebuildRollups } from '../../../../src/server/rollups/rebuildRollups';
import { LIST_BYTES } from '../../../../src/server/services/listBytes';
import { aStockedLocation, type StockedLocation } from '../../../support/server/aStockedLocation';
import { NOW } from '../../../support/server/builders';
import type { SignedIn } from '../../../support/server/harness';
import { serverOfEachTest } from '../../../support/server/serverOfFile';

/** A control character has one byte in the database and six in JSON. */
const CONTROL = '\u0001';
const VISITS = 200;

const server = await serverOfEachTest();
let rep: SignedIn;
let store: StockedLocation;

beforeEach(async () => {
  rep = await server.signIn('rep');
  store = await aStockedLocation(server.db);
});

const idOf = (what: string, index: number) => `${what}-${String(index).padStart(4, '0')}`;

/** Inserts visits, the first one the newest, and returns their ids. */
async function someVisits(count: number, note: string): Promise<string[]> {
  const rows = Array.from({ length: count }, (_, index) => ({
    id: idOf('visit', index),
    repId: rep.user.id,
    locationId: store.locationId,
    note,
    outcome: 'other' as const,
    startedAt: new Date(NOW.getTime() - 86_400_000),
    submittedAt: new Date(NOW.getTime() - index * 60_000),
    createdAt: new Date(NOW.getTime() - 86_400_000),
  }));
  await insertInBatches(server.db, visits, rows);
  return rows.map((row) => row.id);
}

/** Inserts deliveries, the first one the newest, and returns their ids. */
async function someDeliveries(given: { count: number; lines: number; packaging: string; visitId?: string }) {
  const made = { repId: rep.user.id, locationId: store.locationId, boxId: store.boxIds[0] ?? '' };
  const rows = Array.from({ length: given.count }, (_, index) => ({
    ...made,
    id: idOf('delivery', index),
    visitId: given.visitId ?? null,
    deliveredAt: new Date(NOW.getTime() - index * 60_000),
    createdAt: NOW,
    totalCents: 150 * given.lines,
  }));
  await insertInBatches(server.db, deliveries, rows);
  await server.db.execute(sql`insert into ${deliveryLines}
    (id, delivery_id, position, item_id, packaging, quantity_hundredths, unit_price_cents, line_total_cents)
    select d.id || '-' || position, d.id, position, ${store.itemId}, ${given.packaging}, 100, 150, 150
    from ${deliveries} d, generate_series(1, ${given.lines}::int) as position`);
  await server.db.transaction((tx) => rebuildRollups(tx));
  return rows.map((row) => row.id);
}

const idsIn = (rows: { _id: string }[]) => rows.map((row) => row._id);
const REFUSAL = { error: 'These deliveries are too large for one page. Choose a smaller page.' };
const largest = { lines: LINES_PER_DELIVERY_MAX, packaging: CONTROL.repeat(PACKAGING_LENGTH_MAX) };

describe('security 31: a list of deliveries', () => {
  it('refuses a page that is too large, and serves all of the deliveries in smaller pages', async () => {
    const ids = await someDeliveries({ ...largest, count: 24 });
    const refused = await rep.get('/api/deliveries?limit=1000');
    expect([refused.statusCode, refused.json()]).toEqual([400, REFUSAL]);
    const read: string[] = [];
    for (let page = 1, isLast = false; !isLast; page += 1) {
      const response = await rep.get(`/api/deliveries?limit=10&page=${page}`);
      expect(response.rawPayload.length).toBeLessThan(LIST_BYTES);
      const { data, pageInfo } = response.json();
      read.push(...idsIn(data));
      expect(pageInfo).toMatchObject({ page, limit: 10, total: ids.length });
      isLast = !pageInfo.hasMore;
    }
    expect(read).toEqual(ids);
  });

  it('counts the note of a visit once for each of its deliveries', async () => {
    const [visitId = ''] = await someVisits(1, CONTROL.repeat(NOTE_LENGTH_MAX));
    const ids = await someDeliveries({ count: 150, lines: 1, packaging: 'each', visitId });
    expect((await rep.get(`/api/deliveries?visit=${visitId}&limit=1000&page=1`)).json()).toEqual(REFUSAL);
    expect(idsIn((await rep.get('/api/deliveries?limit=100')).json().data)).toEqual(ids.slice(0, 100));
  });

  it('of 20 ordinary lines each has space for 1,000', async () => {
    const ids = await someDeliveries({ count: 200, lines: 20, packaging: 'each' });
    const response = await rep.get('/api/deliveries?limit=1000');
    expect(idsIn(response.json().data)).toEqual(ids);
    expect(response.rawPayload.length).toBeLessThan(LIST_BYTES / 5);
  });
});

describe('security 31: a list of visits', () => {
  it('ends with the last visit that fits, whatever the notes are', async () => {
    const ids = await someVisits(VISITS, CONTROL.repeat(NOTE_LENGTH_MAX));
    const response = await rep.get('/api/visits?limit=1000');
    expect(response.rawPayload.length).toBeLessThan(LIST_BYTES);
    const listed = idsIn(response.json());
    expect(listed.length).toBeGreaterThan(100);
    expect(listed).toEqual(ids.slice(0, listed.length));
  });

  it('has all of them with ordinary notes', async () => {
    const ids = await someVisits(300, 'The shelf was full. '.repeat(20));
    expect(idsIn((await rep.get('/api/visits?limit=1000')).json())).toEqual(ids);
  });
});
