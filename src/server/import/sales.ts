import { asc, eq, isNotNull } from 'drizzle-orm';
import { PRICE_MAX_DOLLARS, QUANTITY_MAX } from '../../domain/constants';
import { isDay } from '../../domain/dateTexts';
import { toCents } from '../../domain/money';
import type { Packaging } from '../../domain/packaging';
import type { Database } from '../db/database';
import { boxes, items, locations } from '../db/schema';
import { type Cells, optionalCents, RowProblem, requiredText, wholeNumber } from './cells';
import type { FileKind } from './importFile';
import { type Sale, type Store, writeSales } from './writeSales';

interface Product {
  id: string;
  unitsPerPack: number;
}

async function storesByNumber(db: Database): Promise<Map<string | null, Store>> {
  const rows = await db
    .select({ id: locations.id, storeNumber: locations.storeNumber, boxId: boxes.id })
    .from(locations)
    .innerJoin(boxes, eq(boxes.locationId, locations.id))
    .where(isNotNull(locations.storeNumber))
    .orderBy(asc(boxes.position));
  const stores = new Map<string | null, Store>();
  for (const { id, storeNumber, boxId } of rows) {
    const store = stores.get(storeNumber) ?? { id, boxIds: [] };
    store.boxIds.push(boxId);
    stores.set(storeNumber, store);
  }
  return stores;
}

async function productsBySku(db: Database): Promise<Map<string, Product>> {
  const rows = await db.select({ id: items.id, sku: items.sku, unitsPerPack: items.unitsPerPack }).from(items);
  return new Map(rows.map(({ sku, ...product }) => [sku, product]));
}

/**
 * Packaging and quantity that a rep would record for a number of pieces: whole packs as cases, anything else as single
 * pieces. The price per piece is the same either way.
 */
function packagedQuantity(pieces: number, unitsPerPack: number): { packaging: Packaging; quantity: number } {
  return pieces % unitsPerPack === 0
    ? { packaging: 'case', quantity: pieces / unitsPerPack }
    : { packaging: 'each', quantity: pieces };
}

/** The amount must be a whole price in cents times the quantity, so that the line adds up. */
function unitPriceOf(saleCents: number, quantity: number): number {
  const unitPriceCents = saleCents / quantity;
  if (!Number.isInteger(unitPriceCents))
    throw new RowProblem('sale_dollars is not a price in whole cents × the quantity');
  if (unitPriceCents > toCents(PRICE_MAX_DOLLARS)) throw new RowProblem('sale_dollars is too much for so few bottles');
  return unitPriceCents;
}

function readSale(cells: Cells, stores: Map<string | null, Store>, products: Map<string, Product>): Sale {
  const day = requiredText(cells, 'date');
  if (!isDay(day)) throw new RowProblem(`date must be a day such as 2012-01-31, not "${day}"`);
  const pieces = wholeNumber(cells, 'bottles', 1, QUANTITY_MAX);
  const saleCents = optionalCents(cells, 'sale_dollars', PRICE_MAX_DOLLARS * QUANTITY_MAX);
  if (saleCents === null) throw new RowProblem('sale_dollars is missing');
  const store = stores.get(requiredText(cells, 'store_number'));
  if (!store) throw new RowProblem(`store_number ${cells.store_number} is not among the stores`);
  const product = products.get(requiredText(cells, 'item_number'));
  if (!product) throw new RowProblem(`item_number ${cells.item_number} is not among the items`);
  const recorded = packagedQuantity(pieces, product.unitsPerPack);
  const unitPriceCents = unitPriceOf(saleCents, recorded.quantity);
  return { day, store, itemId: product.id, ...recorded, unitPriceCents, saleCents };
}

/** sales.csv: the sales to each store on each day, stored as submitted visits. Stores and items must exist. */
export async function salesFile(db: Database): Promise<FileKind<Sale>> {
  const stores = await storesByNumber(db);
  const products = await productsBySku(db);
  return {
    file: 'sales.csv',
    columns: ['date', 'store_number', 'item_number', 'bottles', 'sale_dollars'],
    readRow: (cells) => readSale(cells, stores, products),
    uniqueKey: null,
    write: writeSales,
  };
}
