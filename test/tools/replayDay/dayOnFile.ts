import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';

/** The real day of test/support/data/iowa-day and what it comes to, computed from its files alone. */

export const IOWA_DAY_FOLDER = join(import.meta.dirname, '../../support/data/iowa-day');

export interface FileSale {
  /** The line of sales.csv, for reports of bad input. */
  line: number;
  sku: string;
  packaging: 'case' | 'each';
  quantity: number;
}

export interface FileStore {
  storeNumber: string;
  name: string;
  street: string;
  zip: string;
  sales: FileSale[];
}

export interface DayFigures {
  visits: number;
  lines: number;
  totalCents: number;
  centsByStore: Map<string, number>;
  /** SKU and quantity of the ten items with the highest recorded quantity, by quantity, then SKU. */
  topItems: { sku: string; quantity: number }[];
}

export interface DayOnFile {
  stores: FileStore[];
  figures: DayFigures;
  /** Lines without an amount: bad input that cannot be recorded. */
  unpricedLines: number[];
}

type Row = Record<string, string>;

function rowsOf(file: string): Row[] {
  return parse<Row>(readFileSync(join(IOWA_DAY_FOLDER, file)), { columns: true });
}

const cellOf = (row: Row, column: string): string => {
  const cell = row[column];
  if (cell === undefined) throw new Error(`No column ${column}`);
  return cell;
};

/** "427.8" → 42780, digit by digit: no binary fraction is involved. */
function centsOf(dollars: string): number {
  const [whole = '0', decimals = ''] = dollars.split('.');
  return Number(whole) * 100 + Number(decimals.padEnd(2, '0'));
}

export function topTen(quantities: ReadonlyMap<string, number>): DayFigures['topItems'] {
  return [...quantities]
    .map(([sku, quantity]) => ({ sku, quantity }))
    .sort((a, b) => b.quantity - a.quantity || a.sku.localeCompare(b.sku))
    .slice(0, 10);
}

/** Reads the day: whole packs are recorded by the case, all else one by one. */
export function readDay(): DayOnFile {
  const unitsOf = new Map(rowsOf('items.csv').map((row) => [cellOf(row, 'item_number'), Number(row.units_per_pack)]));
  const stores = new Map<string, FileStore>();
  for (const row of rowsOf('stores.csv')) {
    const storeNumber = cellOf(row, 'store_number');
    const { name, street, zip } = { name: cellOf(row, 'name'), street: cellOf(row, 'street'), zip: cellOf(row, 'zip') };
    stores.set(storeNumber, { storeNumber, name, street, zip, sales: [] });
  }
  const unpricedLines: number[] = [];
  const centsByStore = new Map<string, number>();
  const quantities = new Map<string, number>();
  for (const [index, row] of rowsOf('sales.csv').entries()) {
    // The head is line 1.
    const line = index + 2;
    const storeNumber = cellOf(row, 'store_number');
    const sku = cellOf(row, 'item_number');
    const bottles = Number(cellOf(row, 'bottles'));
    const units = unitsOf.get(sku) ?? Number.NaN;
    const inPacks = bottles % units === 0;
    const quantity = inPacks ? bottles / units : bottles;
    stores.get(storeNumber)?.sales.push({ line, sku, packaging: inPacks ? 'case' : 'each', quantity });
    const dollars = cellOf(row, 'sale_dollars');
    if (dollars === '') {
      unpricedLines.push(line);
      continue;
    }
    centsByStore.set(storeNumber, (centsByStore.get(storeNumber) ?? 0) + centsOf(dollars));
    quantities.set(sku, (quantities.get(sku) ?? 0) + quantity);
  }
  const visited = [...stores.values()].filter((store) => store.sales.length > 0);
  const lines = visited.reduce((sum, store) => sum + store.sales.length, 0) - unpricedLines.length;
  const totalCents = [...centsByStore.values()].reduce((sum, cents) => sum + cents, 0);
  const figures = { visits: visited.length, lines, totalCents, centsByStore, topItems: topTen(quantities) };
  return { stores: visited, figures, unpricedLines };
}
