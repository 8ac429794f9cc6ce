import { asc, sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import type { Item } from '../../../../src/contract/items';
import { itemPrices } from '../../../../src/server/db/priceSchema';
import { items } from '../../../../src/server/db/schema';
import { importFile } from '../../../../src/server/import/importFile';
import { itemsFile } from '../../../../src/server/import/items';
import { changePrices } from '../../../../src/server/services/itemPrices';
import { aStockedLocation, deliver } from '../../../support/server/aStockedLocation';
import { anItem, NOW } from '../../../support/server/builders';
import { serverOfEachTest } from '../../../support/server/serverOfFile';

const server = await serverOfEachTest();

/** Imports items.csv by the server's clock. */
const importItems = (...rows: string[]) =>
  importFile(server.db, itemsFile, ['item_number,name,units_per_pack,price,price_per_pack', ...rows].join('\n'), {
    clock: () => server.time.now,
    strict: true,
    onProgress: () => undefined,
  });
const setClock = (seconds: number) => {
  server.time.now = new Date(NOW.getTime() + seconds * 1_000);
};
const history = async () => {
  const rows = await server.db.select().from(itemPrices).orderBy(asc(itemPrices.validFrom));
  return rows.map(({ priceCents, pricePerPackCents }) => [priceCents, pricePerPackCents]);
};

it('the prices of a new item are valid for any time in the past', async () => {
  await importItems('10,Gin,6,2,12');
  const rep = await server.signIn('rep');
  expect((await rep.get('/api/items')).json()).toMatchObject([{ name: 'Gin', price: 2, pricePerPack: 12 }]);
  expect(await history()).toEqual([[200, 1200]]);
});

it('a changed price is valid from the import on; deliveries made before keep their prices', async () => {
  const rep = await server.signIn('rep');
  const store = await aStockedLocation(server.db);
  const before = await deliver(rep, store, 0);
  const { sku } = ((await rep.get('/api/items')).json() as Item[])[0] ?? { sku: '' };
  setClock(60);
  await importItems(`${sku},Cola Zero,12,1.75,`);
  setClock(61);
  expect((await rep.get('/api/items')).json()).toMatchObject([{ name: 'Cola Zero', price: 1.75, pricePerPack: null }]);
  expect((await deliver(rep, store, 1)).total).toBe(3.5);
  expect((await rep.get(`/api/deliveries/${before._id}`)).json()).toMatchObject({
    total: 3,
    lines: before.lines.map(({ unitPrice, lineTotal }) => ({ unitPrice, lineTotal })),
  });
});

it('an unchanged price adds no row to the price history; a price that is set back adds one', async () => {
  for (const [at, price] of [2, 2, 3, 3, 2].entries()) {
    setClock(at * 60);
    await importItems(`10,Gin,6,${price},12`, '11,Rum,6,,30');
  }
  expect(await history()).toEqual([
    [200, 1200],
    [null, 3000],
    [300, 1200],
    [200, 1200],
  ]);
});

it('of two imports within one second the second is valid, also when it undoes the first', async () => {
  const rep = await server.signIn('rep');
  await importItems('10,Gin,6,2,');
  await importItems('10,Gin,6,3,');
  await importItems('10,Gin,6,4,');
  await importItems('10,Gin,6,2,');
  setClock(1);
  expect((await rep.get('/api/items')).json()).toMatchObject([{ price: 2 }]);
  expect(await history()).toHaveLength(2);
});

it('all items of one number get the prices of its row', async () => {
  for (const id of ['a', 'b']) await anItem(server.db, { id, sku: '10' });
  await importItems('10,Gin,6,4,');
  setClock(1);
  const rep = await server.signIn('rep');
  expect((await rep.get('/api/items')).json()).toMatchObject([{ price: 4 }, { price: 4 }]);
});

it('prices of more items than a statement has parameters can change at once', async () => {
  const { id: itemId, priceCents, pricePerPackCents } = await anItem(server.db);
  const same = Array.from({ length: 66_000 }, () => ({ itemId, priceCents, pricePerPackCents }));
  const { before, changed } = await server.db.transaction((tx) => changePrices(tx, same, () => server.time.now));
  expect([[...before.keys()], changed]).toEqual([[itemId], []]);
});

it('known items are updated in one statement per batch, each changed one to its next version', async () => {
  const rows = Array.from({ length: 1_200 }, (_, index) => `${index},Item ${index},6,2,12`);
  await importItems(...rows);
  await server.db.execute(sql`create sequence statements`);
  await server.db.execute(sql`create function count_statement() returns trigger language plpgsql as
    $$ begin perform nextval('statements'); return null; end $$`);
  await server.db.execute(sql`create trigger count_statement after update on items
    for each statement execute function count_statement()`);
  await importItems(...rows.map((row, index) => (index < 3 ? row : row.replace('Item', 'Renamed'))));
  const counted = await server.db.execute<{ count: number }>(sql`select last_value::int as count from statements`);
  expect(counted.rows[0]?.count).toBeLessThan(10);
  const { sku, name, version, unitsPerPack } = items;
  const found = await server.db.select({ sku, name, version, unitsPerPack }).from(items).orderBy(sql`sku::int`);
  expect(found).toEqual(
    rows.map((_, index) => ({
      ...{ sku: `${index}`, name: `${index < 3 ? 'Item' : 'Renamed'} ${index}`, unitsPerPack: 6 },
      version: index < 3 ? 1 : 2,
    })),
  );
});
