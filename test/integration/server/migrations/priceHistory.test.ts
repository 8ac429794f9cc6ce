import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { afterAll, expect, it } from 'vitest';
import { itemPrices } from '../../../../src/server/db/priceSchema';
import { users } from '../../../../src/server/db/schema';
import { startTestServer } from '../../../support/server/harness';
import { openFilledBefore } from '../../../support/server/testDatabase';
import { fillTables, type TableRows } from '../../../support/server/fillTables';

/**
 * What the last server without a price history had in its tables after some days of work (with a price change, an
 * edit after it and an inactive item among them), and what it then responded to its reads: JSON by its url, CSV as
 * text.
 */
const before = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../support/data/beforePriceHistory.json'), 'utf8'),
) as {
  rows: TableRows;
  responses: Record<string, unknown>;
};

const server = await startTestServer(
  {},
  openFilledBefore(4, (db) => fillTables(db, before.rows)),
);
afterAll(() => server.close());
const [ann] = await server.db.select().from(users).where(eq(users.id, 'admin'));
const admin = await server.signIn(ann ?? 'admin');

const isFile = ([url]: [string, unknown]) => url.includes('.csv');
const said = Object.entries(before.responses);

it.each(said.filter((entry) => !isFile(entry)))(
  '%s says after the migration what it said before',
  async (url, body) => {
    const response = await admin.get(url);
    expect(response.statusCode).toBe(200);
    // Later versions may say more.
    expect(response.json()).toMatchObject(body as object);
  },
);

it.each(said.filter(isFile))('%s is after the migration the file that it was before', async (url, body) => {
  expect((await admin.get(url)).body).toBe(body);
});

it('every item has one row of prices, valid for any time in the past', async () => {
  const { itemId, priceCents, pricePerPackCents } = itemPrices;
  const valid = sql<string>`${itemPrices.validFrom}::text`;
  const rows = await server.db
    .select({ itemId, priceCents, pricePerPackCents, valid })
    .from(itemPrices)
    .orderBy(itemId);
  const items = (before.rows.items ?? []).map((item) => ({
    itemId: item.id,
    priceCents: item.price_cents,
    pricePerPackCents: item.price_per_pack_cents,
    valid: '-infinity',
  }));
  expect(rows).toEqual(items.toSorted((a, b) => String(a.itemId).localeCompare(String(b.itemId))));
});

it('a delivery made before the migration and sent after it has the prices of its time', async () => {
  const body = { location: 'north', box: 'north1', lines: [{ item: 'both', quantity: 2, packaging: 'each' }] };
  const made = await admin.post('/api/deliveries', body, { 'Captured-At': '2026-02-20T08:00:00Z' });
  expect(made.json()).toMatchObject({ deliveredAt: '2026-02-20T08:00:00.000Z', total: 3.5 });
});
