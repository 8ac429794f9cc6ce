import { and, eq, inArray, ne, or, sql } from 'drizzle-orm';
import { PRICE_MAX_DOLLARS, SKU_LENGTH_MAX, UNITS_PER_PACK_MAX, UNITS_PER_PACK_MIN } from '../../domain/constants';
import { plainCents } from '../../domain/money';
import { PACKAGING_DEFAULT } from '../../domain/packaging';
import type { Database } from '../db/database';
import { batchesOf } from '../db/insertInBatches';
import { newId } from '../db/newId';
import { items } from '../db/schema';
import {
  changePrices,
  insertItems,
  type PriceChange,
  type PricedItem,
  type Prices,
  selectItemsAt,
} from '../services/itemPrices';
import { changeOf, optionalCents, RowProblem, requiredText, wholeNumber } from './cells';
import type { ComparableKind } from './importFile';

interface ItemRow extends Prices {
  sku: string;
  name: string;
  unitsPerPack: number;
}

const shownPrice = (cents: number | null) => (cents === null ? 'none' : plainCents(cents));

/** The changes that a row makes to an item, as texts. */
function changesOf(item: PricedItem, row: ItemRow): string[] {
  return [
    changeOf('name', item.name, row.name),
    changeOf('units per pack', String(item.unitsPerPack), String(row.unitsPerPack)),
    changeOf('price', shownPrice(item.priceCents), shownPrice(row.priceCents)),
    changeOf('price per pack', shownPrice(item.pricePerPackCents), shownPrice(row.pricePerPackCents)),
  ].flat();
}

/** Changes the name and the units per pack of items, in one statement. Unchanged items keep their version. */
async function changeItems(tx: Database, changes: readonly (ItemRow & { itemId: string })[]): Promise<void> {
  if (changes.length === 0) return;
  const values = changes.map(({ itemId, name, unitsPerPack }) => sql`(${itemId}, ${name}, ${unitsPerPack}::integer)`);
  const [name, unitsPerPack] = [sql`changed.name`, sql`changed.units_per_pack`];
  await tx
    .update(items)
    .set({ name, unitsPerPack, version: sql`${items.version} + 1`, changedBy: null })
    .from(sql`(values ${sql.join(values, sql`, `)}) as changed (id, name, units_per_pack)`)
    .where(and(eq(items.id, sql`changed.id`), or(ne(items.name, name), ne(items.unitsPerPack, unitsPerPack))));
}

/**
 * items.csv: one item per row, found by its item_number, which becomes the SKU. A changed price of a known item is
 * valid from the import on; earlier deliveries keep theirs.
 */
export const itemsFile: ComparableKind<ItemRow> = {
  file: 'items.csv',
  columns: ['item_number', 'name', 'units_per_pack', 'price', 'price_per_pack'],
  readRow: (cells) => {
    const row = {
      sku: requiredText(cells, 'item_number', SKU_LENGTH_MAX),
      name: requiredText(cells, 'name'),
      unitsPerPack: wholeNumber(cells, 'units_per_pack', UNITS_PER_PACK_MIN, UNITS_PER_PACK_MAX),
      priceCents: optionalCents(cells, 'price', PRICE_MAX_DOLLARS),
      pricePerPackCents: optionalCents(cells, 'price_per_pack', PRICE_MAX_DOLLARS),
    };
    if (row.priceCents === null && row.pricePerPackCents === null) {
      throw new RowProblem('price and price_per_pack are both missing');
    }
    return row;
  },
  uniqueKey: (row) => `item_number ${row.sku}`,
  compare: async (tx, rows, now) => {
    const known = new Map<string, PricedItem[]>();
    for (const batch of batchesOf(rows)) {
      const skus = batch.map((row) => row.sku);
      for (const item of await selectItemsAt(tx, now, inArray(items.sku, skus))) {
        known.set(item.sku, [...(known.get(item.sku) ?? []), item]);
      }
    }
    return rows.map((row) => ({
      name: `${row.sku} ${row.name}`,
      changes: known.get(row.sku)?.flatMap((item) => changesOf(item, row)) ?? null,
    }));
  },
  write: async (tx, rows, clock, progress) => {
    const now = clock();
    const written = { created: 0, updated: 0 };
    const prices: PriceChange[] = [];
    for (const batch of batchesOf(rows)) {
      const skus = batch.map((row) => row.sku);
      const known = await tx.select({ id: items.id, sku: items.sku }).from(items).where(inArray(items.sku, skus));
      const knownSkus = new Set(known.map((item) => item.sku));
      const made = batch.filter((row) => !knownSkus.has(row.sku));
      const fresh = { packaging: PACKAGING_DEFAULT, createdAt: now };
      await insertItems(
        tx,
        made.map((row) => ({ ...row, ...fresh, id: newId() })),
      );
      const rowBySku = new Map(batch.map((row) => [row.sku, row]));
      const changes = known.flatMap(({ id, sku }) => {
        const row = rowBySku.get(sku);
        return row ? [{ ...row, itemId: id }] : [];
      });
      await changeItems(tx, changes);
      prices.push(...changes);
      written.created += made.length;
      written.updated += batch.length - made.length;
      progress(written.created + written.updated);
    }
    if (prices.length > 0) await changePrices(tx, prices, clock);
    return written;
  },
};
