import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { boxes, deliveries, deliveryLines, items, locations, users, visits } from '../../../../src/server/db/schema';
import type { FileReport } from '../../../../src/server/import/importFile';
import { importFolder } from '../../../../src/server/import/importFolder';
import { selectItemsAt } from '../../../../src/server/services/itemPrices';
import { IOWA_DAY_FOLDER, readDay } from '../../../tools/replayDay/dayOnFile';
import { NOW } from '../../../support/server/builders';
import { serverOfEachTest } from '../../../support/server/serverOfFile';

const server = await serverOfEachTest();
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'import-'));
});

afterEach(() => rm(folder, { recursive: true }));
const STORES = 'store_number,name,street,city,state,zip,boxes';
const ITEMS = 'item_number,name,vendor,units_per_pack,price,price_per_pack';
const SALES = 'date,store_number,item_number,bottles,sale_dollars';

async function put(file: string, ...lines: string[]): Promise<void> {
  await writeFile(join(folder, file), `${lines.join('\r\n')}\r\n`);
}

function run(change: { sales?: boolean; strict?: boolean; from?: string } = {}): Promise<FileReport[]> {
  const { sales = false, strict = false, from = folder } = change;
  return importFolder(server.db, from, { sales, strict, clock: () => NOW, onProgress: () => undefined });
}

const itemsAt = (at: Date) => server.db.transaction((tx) => selectItemsAt(tx, at));

async function putAll(): Promise<void> {
  await put('stores.csv', STORES, '1,Alpha,1 High St,Ames,IA,50010,', '2,Beta,,,,,L xl', '3,Gamma,,,,,M');
  await put('items.csv', ITEMS, '10,Gin,"X, Inc.",6,2.00,12.00', '11,Rum,,12,,30.5', '12,Rye,,1,4,');
}

describe('stores and items', () => {
  it('become locations with boxes and items with prices', async () => {
    await putAll();
    expect(await run()).toEqual([
      { file: 'stores.csv', created: 3, updated: 0, bad: [], refused: false },
      { file: 'items.csv', created: 3, updated: 0, bad: [], refused: false },
    ]);
    const [alpha, beta] = await server.db.select().from(locations).orderBy(locations.storeNumber);
    expect(alpha).toMatchObject({ storeNumber: '1', name: 'Alpha', street: '1 High St', zip: '50010' });
    const standing = await server.db.select().from(boxes).orderBy(boxes.locationId, boxes.position);
    const of = (id = '') => standing.filter((box) => box.locationId === id).map((box) => `${box.label} ${box.size}`);
    expect(of(alpha?.id)).toEqual(['Box 1 S', 'Box 2 M', 'Box 3 L', 'Box 4 XL']);
    expect(of(beta?.id)).toEqual(['Box 1 L', 'Box 2 XL']);
    const priced = { packaging: 'each', deactivatedAt: null };
    expect(await itemsAt(NOW)).toMatchObject([
      { ...priced, sku: '10', name: 'Gin', unitsPerPack: 6, priceCents: 200, pricePerPackCents: 1200 },
      { ...priced, sku: '11', name: 'Rum', unitsPerPack: 12, priceCents: null, pricePerPackCents: 3050 },
      { ...priced, sku: '12', name: 'Rye', unitsPerPack: 1, priceCents: 400, pricePerPackCents: null },
    ]);
  });

  it('imported again are updated, not duplicated, and no box is removed', async () => {
    await putAll();
    await run();
    await put('stores.csv', STORES, '1,Alpha New,,,,,XL', '3,Gamma,,,,,S M L', '4,Delta,,,,,');
    await put('items.csv', ITEMS, '10,Gin Dry,,6,3,18');
    expect(await run()).toMatchObject([
      { created: 1, updated: 2 },
      { created: 0, updated: 1 },
    ]);
    const stores = await server.db.select().from(locations).orderBy(locations.storeNumber);
    expect(stores.map((store) => store.name)).toEqual(['Alpha New', 'Beta', 'Gamma', 'Delta']);
    const standing = await server.db.select().from(boxes).orderBy(boxes.position);
    const sizes = (index: number) =>
      standing.filter((box) => box.locationId === stores[index]?.id).map((box) => box.size);
    expect([0, 1, 2, 3].map(sizes)).toEqual([
      ['XL', 'M', 'L', 'XL'],
      ['L', 'XL'],
      ['S', 'M', 'L'],
      ['S', 'M', 'L', 'XL'],
    ]);
    const goods = await itemsAt(new Date(NOW.getTime() + 1_000));
    expect(goods).toHaveLength(3);
    expect(goods[0]).toMatchObject({ sku: '10', name: 'Gin Dry', priceCents: 300 });
  });
});

describe('a second file of stores', () => {
  it('does not change columns that it lacks, and clears cells that it leaves empty', async () => {
    await put('stores.csv', STORES, '1,Alpha,1 High St,Ames,IA,50010,L', '2,Beta,2 High St,Ames,IA,50010,M M');
    await run();
    await put('stores.csv', 'store_number,name,city', '1,Alpha New,Boone', '2,Beta,');
    expect(await run()).toMatchObject([{ created: 0, updated: 2, bad: [] }]);
    expect(await server.db.select().from(locations).orderBy(locations.storeNumber)).toMatchObject([
      { name: 'Alpha New', street: '1 High St', city: 'Boone', state: 'IA', zip: '50010' },
      { name: 'Beta', street: '2 High St', city: '', state: 'IA', zip: '50010' },
    ]);
    await put('stores.csv', 'store_number,name,boxes', '1,Alpha,', '2,Beta,');
    await run();
    expect((await server.db.select().from(boxes)).map((box) => box.size).sort()).toEqual(['L', 'M', 'M']);
  });
});

describe('bad rows', () => {
  const badItems = [
    ITEMS,
    '10,Gin,,6,2.00,12.00',
    ',Nameless number,,6,1,1',
    '13,,,6,1,1',
    '14,No price,,6,,',
    '15,Half a unit,,0.5,1,1',
    '16,Minus,,1,-1,1',
    '17,Three decimals,,1,1.001,1',
    '10,Gin again,,6,1,1',
    '18,Too few cells',
    '19,"Broken" quote,,1,1,1',
    '20,"Never closed,,1,1,1',
    '21,"Two',
    'lines, Inc.",,1,1,1',
    '',
    '22,"Last ""one""",,1,1,1',
  ];
  const reasons = [
    [3, 'item_number is missing'],
    [4, 'name is missing'],
    [5, 'price and price_per_pack are both missing'],
    [6, 'units_per_pack must be a whole number from 1 to 100000, not "0.5"'],
    [7, 'price must be dollars from 0 to 1000000 with at most two decimals, not "-1"'],
    [8, 'price must be dollars from 0 to 1000000 with at most two decimals, not "1.001"'],
    [9, 'item_number 10 stands on line 2 already'],
    [10, 'has 2 cells instead of 6'],
    [11, 'the quotes of this row are broken'],
    [12, 'the quotes of this row are broken'],
  ];

  it('are reported by line and reason, and the other rows are imported', async () => {
    await put('items.csv', ...badItems);
    const [report] = await run();
    expect(report?.bad.map(({ line, reason }) => [line, reason])).toEqual(reasons);
    const kept = await server.db.select().from(items).orderBy(items.sku);
    expect(kept.map((item) => item.name)).toEqual(['Gin', 'Two\nlines, Inc.', 'Last "one"']);
  });

  it('with --strict no row of their file is imported, and the other files are', async () => {
    await putAll();
    await put('items.csv', ...badItems);
    const [stores, refused] = await run({ strict: true });
    expect(stores).toMatchObject({ created: 3, refused: false });
    expect(refused).toMatchObject({ created: 0, updated: 0, refused: true });
    expect(refused?.bad).toHaveLength(reasons.length);
    expect(await server.db.select().from(items)).toHaveLength(0);
  });

  it('in the boxes column are reported with the values that are allowed', async () => {
    await put('stores.csv', STORES, '1,Alpha,,,,,S HUGE', `2,Beta,,,,,${'M '.repeat(21)}`);
    const [report] = await run();
    expect(report?.bad.map((row) => row.reason)).toEqual([
      'boxes must be sizes such as "S M L XL", not "S HUGE"',
      'boxes must be 20 at most',
    ]);
  });

  it('do not prevent the report of a missing column or file', async () => {
    await expect(run()).rejects.toThrow(`There is neither stores.csv nor items.csv in ${folder}`);
    await put('items.csv', 'item_number,title', '1,Gin');
    await expect(run()).rejects.toThrow(
      'items.csv: these columns are missing: name, units_per_pack, price, price_per_pack',
    );
    await putAll();
    await expect(run({ sales: true })).rejects.toThrow(`There is no sales.csv in ${folder}`);
  });
});

describe('past sales', () => {
  it('become one submitted visit per store and day, at the prices of that day', async () => {
    await putAll();
    await put(
      'sales.csv',
      SALES,
      '2026-01-05,2,10,12,30',
      '2026-01-05,2,12,3,9.99',
      '2026-01-06,2,10,5,10',
      '2026-01-05,1,11,12,28',
    );
    expect((await run({ sales: true })).at(-1)).toMatchObject({ file: 'sales.csv', created: 4, updated: 0, bad: [] });
    const made = await server.db.select().from(visits).orderBy(visits.startedAt, visits.outcome);
    expect(made.map((visit) => [visit.submittedAt?.toISOString(), visit.outcome])).toEqual([
      ['2026-01-05T12:00:00.000Z', 'completed'],
      ['2026-01-05T12:00:00.000Z', 'partial'],
      ['2026-01-06T12:00:00.000Z', 'partial'],
    ]);
    const lines = await server.db.select().from(deliveryLines).orderBy(deliveryLines.lineTotalCents);
    expect(lines).toMatchObject([
      { packaging: 'case', quantityHundredths: 300, unitPriceCents: 333, lineTotalCents: 999 },
      { packaging: 'each', quantityHundredths: 500, unitPriceCents: 200, lineTotalCents: 1000 },
      { packaging: 'case', quantityHundredths: 100, unitPriceCents: 2800, lineTotalCents: 2800 },
      { packaging: 'case', quantityHundredths: 200, unitPriceCents: 1500, lineTotalCents: 3000 },
    ]);
    const [account] = await server.db.select().from(users);
    expect(account).toMatchObject({ name: 'Imported sales', active: false, roles: ['rep'] });
  });

  it('imported again replace the deliveries of that store and day, and keep its visit', async () => {
    await putAll();
    await put('sales.csv', SALES, '2026-01-05,2,10,12,30', '2026-01-05,2,99,1,1');
    const first = (await run({ sales: true })).at(-1);
    expect(first?.bad).toEqual([{ line: 3, reason: 'item_number 99 is not among the items' }]);
    const before = await server.db.select().from(visits);
    await put('sales.csv', SALES, '2026-01-05,2,10,12,36', '2026-01-05,2,12,1,4');
    expect((await run({ sales: true })).at(-1)).toMatchObject({ created: 0, updated: 2, bad: [] });
    expect(await server.db.select().from(visits)).toMatchObject([{ id: before[0]?.id, outcome: 'completed' }]);
    const totals = (await server.db.select().from(deliveries)).map((delivery) => delivery.totalCents);
    expect(new Set(totals)).toEqual(new Set([3600, 400]));
  });

  it('with bad rows are reported with the reason of each row', async () => {
    await putAll();
    const bad = [
      '2026-02-30,2,10,1,2',
      '0000-05-05,2,10,1,2',
      '2026-01-05,9,10,1,2',
      '2026-01-05,2,10,0,2',
      '2026-01-05,2,10,3,2',
      '2026-01-05,2,10,1,',
    ];
    await put('sales.csv', SALES, ...bad);
    const reasons = (await run({ sales: true })).at(-1)?.bad.map((row) => row.reason);
    expect(reasons).toEqual([
      'date must be a day such as 2012-01-31, not "2026-02-30"',
      'date must be a day such as 2012-01-31, not "0000-05-05"',
      'store_number 9 is not among the stores',
      'bottles must be a whole number from 1 to 100000, not "0"',
      'sale_dollars is not a price in whole cents × the quantity',
      'sale_dollars is missing',
    ]);
  });

  it('of a real day add up to the total of its file', async () => {
    const { figures, unpricedLines } = readDay();
    const report = (await run({ sales: true, from: IOWA_DAY_FOLDER })).at(-1);
    expect(report).toMatchObject({ file: 'sales.csv', created: figures.lines });
    expect(report?.bad.map((row) => row.line)).toEqual(unpricedLines);
    const made = await server.db.select().from(deliveries);
    expect(made.reduce((sum, delivery) => sum + delivery.totalCents, 0)).toBe(figures.totalCents);
    expect(await server.db.select().from(visits)).toHaveLength(figures.visits);
  });
});
