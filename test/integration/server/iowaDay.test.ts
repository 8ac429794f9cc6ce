import { parse } from 'csv-parse/sync';
import { expect, it } from 'vitest';
import type { DeliveryPage } from '../../../src/contract/deliveries';
import type { Location } from '../../../src/contract/locations';
import type { ItemUsage, OutcomeCounts, RepProductivity } from '../../../src/contract/reports';
import { toCents } from '../../../src/domain/money';
import { importFolder } from '../../../src/server/import/importFolder';
import { IOWA_DAY_FOLDER, readDay } from '../../tools/replayDay/dayOnFile';
import { NOW } from '../../support/server/builders';
import { serverOfFile } from '../../support/server/serverOfFile';

/** Every response and file of the real day of test/support/data/iowa-day equals the sums computed from the files. */

const DAY = 'from=2012-01-31&to=2012-01-31';

const server = await serverOfFile();
const admin = await server.signIn('admin');
const day = readDay();
await importFolder(server.db, IOWA_DAY_FOLDER, {
  sales: true,
  strict: false,
  clock: () => NOW,
  onProgress: () => undefined,
});

type Row = Record<string, string>;

async function ask<Body>(path: string): Promise<Body> {
  const response = await admin.get(`/api${path}`);
  if (response.statusCode !== 200) throw new Error(response.body);
  return response.json() as Body;
}

async function fileOf(path: string): Promise<Row[]> {
  const response = await admin.get(`/api/exports/${path}`);
  expect(response.statusCode).toBe(200);
  return parse<Row>(response.body, { columns: true, bom: true });
}

const centsIn = (rows: readonly Row[], column: string) =>
  rows.reduce((sum, row) => sum + toCents(Number(row[column])), 0);

function groupedCents(rows: readonly Row[], by: string, column: string): Map<string, number> {
  const sums = new Map<string, number>();
  for (const row of rows) sums.set(row[by] ?? '', (sums.get(row[by] ?? '') ?? 0) + toCents(Number(row[column])));
  return sums;
}

/** The file's cents by the name of a store: names repeat, numbers do not reach the calls. */
function centsByName(): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { storeNumber, name } of day.stores) {
    sums.set(name, (sums.get(name) ?? 0) + (day.figures.centsByStore.get(storeNumber) ?? 0));
  }
  return sums;
}

it('the three reports of the dashboard equal the sums of the file', async () => {
  const { figures } = day;
  const usage = await ask<(ItemUsage & { sku: string })[]>(`/reports/items-usage?${DAY}`);
  expect(usage.map(({ quantity }) => quantity)).toEqual(figures.topItems.map(({ quantity }) => quantity));
  const all = await ask<(ItemUsage & { sku: string })[]>(`/reports/items-usage?${DAY}&limit=1000`);
  const bySku = new Map(all.map(({ sku, quantity }) => [sku, quantity]));
  for (const { sku, quantity } of figures.topItems) expect(bySku.get(sku)).toBe(quantity);

  const reps = await ask<RepProductivity[]>(`/reports/rep-productivity?${DAY}`);
  expect(reps.reduce((sum, { total }) => sum + toCents(total), 0)).toBe(figures.totalCents);
  expect(reps.reduce((sum, { visitCount }) => sum + visitCount, 0)).toBe(figures.visits);

  const outcomes = await ask<OutcomeCounts>(`/reports/outcomes?${DAY}`);
  expect(Object.values(outcomes).reduce((sum, count) => sum + count, 0)).toBe(figures.visits);
  const others = await ask<RepProductivity[]>('/reports/rep-productivity?from=2012-02-01');
  expect(others).toEqual([]);
});

it('the pages of the list add up to the totals of the file', async () => {
  const pages: DeliveryPage[] = [];
  do pages.push(await ask<DeliveryPage>(`/deliveries?${DAY}&limit=100&page=${pages.length + 1}`));
  while (pages.at(-1)?.pageInfo.hasMore);
  const shown = pages.flatMap(({ data }) => data);
  expect(shown).toHaveLength(pages[0]?.pageInfo.total ?? 0);
  expect(shown.reduce((sum, { total }) => sum + toCents(total), 0)).toBe(day.figures.totalCents);
});

it('the exported delivery lines equal the lines of the file', async () => {
  const rows = await fileOf(`deliveries.csv?mode=lines&${DAY}`);
  expect(rows).toHaveLength(day.figures.lines);
  expect(centsIn(rows, 'LineTotal')).toBe(day.figures.totalCents);
  expect(groupedCents(rows, 'Location', 'LineTotal')).toEqual(centsByName());
});

it('the exported deliveries add up to the cents of each store', async () => {
  const rows = await fileOf(`deliveries.csv?mode=deliveries&${DAY}`);
  expect(groupedCents(rows, 'Location', 'DeliveryTotal')).toEqual(centsByName());
  const lines = rows.reduce((sum, row) => sum + Number(row.Lines), 0);
  expect(lines).toBe(day.figures.lines);
});

it('the items summary lists every item with its quantity', async () => {
  const rows = await fileOf(`items-summary.csv?${DAY}`);
  expect(centsIn(rows, 'Amount')).toBe(day.figures.totalCents);
  const unpriced = new Set(day.unpricedLines);
  const hundredths = new Map<string, number>();
  for (const { sku, quantity, line } of day.stores.flatMap(({ sales }) => sales)) {
    if (!unpriced.has(line)) hundredths.set(sku, (hundredths.get(sku) ?? 0) + Math.round(quantity * 100));
  }
  expect(new Map(rows.map((row) => [row.SKU ?? '', Math.round(Number(row.Qty) * 100)]))).toEqual(hundredths);
});

it('the export of the reps adds up to the whole day', async () => {
  const rows = await fileOf(`reps.csv?${DAY}`);
  expect(centsIn(rows, 'Total')).toBe(day.figures.totalCents);
  expect(rows.reduce((sum, row) => sum + Number(row.Visits), 0)).toBe(day.figures.visits);
});

it('the histories of all locations add up to the whole day, with one visit each', async () => {
  const locations = await ask<Location[]>('/locations');
  let cents = 0;
  let visits = 0;
  for (const { _id } of locations) {
    const rows = await fileOf(`location-history.csv?location=${_id}&${DAY}`);
    cents += centsIn(rows, 'Total');
    visits += rows.length;
  }
  expect({ cents, visits }).toEqual({ cents: day.figures.totalCents, visits: day.figures.visits });
});
