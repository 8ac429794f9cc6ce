import { eq, inArray } from 'drizzle-orm';
import { PRICE_MAX_DOLLARS, UNITS_PER_PACK_MAX, UNITS_PER_PACK_MIN } from '../../domain/constants';
import { PACKAGING_DEFAULT } from '../../domain/packaging';
import { batchesOf } from '../db/insertInBatches';
import { newId } from '../db/newId';
import { items } from '../db/schema';
import { changePrices, insertItems, type PriceChange, type Prices } from '../services/itemPrices';
import { optionalCents, RowProblem, requiredText, wholeNumber } from './cells';
import type { FileKind } from './importFile';

interface ItemRow extends Prices {
  sku: string;
  name: string;
  unitsPerPack: number;
}

/**
 * items.csv: an item each, known again by its item_number, which becomes the SKU. Prices of a known item that changed
 * are valid from the import on; deliveries of before keep theirs.
 */
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
  write: async (tx, rows, clock, progress) => {
    const now = clock();
    const written = { created: 0, updated: 0 };
    const prices: PriceChange[] = [];
    for (const batch of batchesOf(rows)) {
      const skus = batch.map((row) => row.sku);
      const known = await tx.select({ id: items.id, sku: items.sku }).from(items).where(inArray(items.sku, skus));
      const knownSkus = new Set(known.map((item) => item.sku));
      const made = batch.filter((row) => !knownSkus.has(row.sku));
      const fresh = { packaging: PACKAGING_DEFAULT, active: true, createdAt: now };
      await insertItems(
        tx,
        made.map((row) => ({ ...row, ...fresh, id: newId() })),
      );
      const rowBySku = new Map(batch.map((row) => [row.sku, row]));
      for (const { id, sku } of known) {
        const row = rowBySku.get(sku);
        if (!row) continue;
        const { priceCents, pricePerPackCents, ...item } = row;
        await tx.update(items).set(item).where(eq(items.id, id));
        prices.push({ itemId: id, priceCents, pricePerPackCents });
      }
      written.created += made.length;
      written.updated += batch.length - made.length;
      progress(written.created + written.updated);
    }
    await changePrices(tx, prices, clock);
    return written;
  },
};
