import { eq, inArray } from 'drizzle-orm';
import { PRICE_MAX_DOLLARS, UNITS_PER_PACK_MAX, UNITS_PER_PACK_MIN } from '../../domain/constants';
import { PACKAGING_DEFAULT } from '../../domain/packaging';
import { batchesOf, insertInBatches } from '../db/insertInBatches';
import { newId } from '../db/newId';
import { items } from '../db/schema';
import { optionalCents, RowProblem, requiredText, wholeNumber } from './cells';
import type { FileKind } from './importFile';

interface ItemRow {
  sku: string;
  name: string;
  unitsPerPack: number;
  priceCents: number | null;
  pricePerPackCents: number | null;
}

/** items.csv: an item each, known again by its item_number, which becomes the SKU. */
export const itemsFile: FileKind<ItemRow> = {
  file: 'items.csv',
  columns: ['item_number', 'name', 'units_per_pack', 'price', 'price_per_pack'],
  readRow: (cells) => {
    const row = {
      sku: requiredText(cells, 'item_number'),
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
  write: async (tx, rows, now, progress) => {
    const written = { created: 0, updated: 0 };
    for (const batch of batchesOf(rows)) {
      const skus = batch.map((row) => row.sku);
      const known = await tx.select({ sku: items.sku }).from(items).where(inArray(items.sku, skus));
      const knownSkus = new Set(known.map((item) => item.sku));
      const made = batch.filter((row) => !knownSkus.has(row.sku));
      const fresh = { packaging: PACKAGING_DEFAULT, active: true, createdAt: now };
      await insertInBatches(
        tx,
        items,
        made.map((row) => ({ ...row, ...fresh, id: newId() })),
      );
      for (const row of batch) {
        if (knownSkus.has(row.sku)) await tx.update(items).set(row).where(eq(items.sku, row.sku));
      }
      written.created += made.length;
      written.updated += batch.length - made.length;
      progress(written.created + written.updated);
    }
    return written;
  },
};
