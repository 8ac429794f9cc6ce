import type { LineDraft } from '../../domain/deliveryRules';
import { fromCents, toCents } from '../../domain/money';
import { lineTotal, recordedPriceKey, unitPrice } from '../../domain/pricing';
import { toHundredths } from '../../domain/quantity';
import type { deliveryLines, items } from '../db/schema';

/** An item's prices as kept: whole cents, `null` where it is not sold that way. */
export type PricedItem = Pick<typeof items.$inferSelect, 'priceCents' | 'pricePerPackCents'>;

/** A line ready to be kept, without its delivery. */
export type PricedLine = Omit<typeof deliveryLines.$inferInsert, 'id' | 'deliveryId'>;

/** Unit prices in cents of lines recorded earlier, by `recordedPriceKey`. */
export type RecordedPrices = ReadonlyMap<string, number>;

const dollars = (cents: number | null) => (cents === null ? null : fromCents(cents));

/**
 * Lines with their derived prices and totals in whole cents, in the order given, positions from 1. A line
 * recorded earlier keeps the price of its day; any other gets the item's price of now. Every item named must
 * be in `itemsById`.
 */
export function pricedLines(
  lines: readonly LineDraft[],
  itemsById: ReadonlyMap<string, PricedItem>,
  recorded: RecordedPrices = new Map(),
): PricedLine[] {
  return lines.map((line, index) => {
    const item = itemsById.get(line.item);
    if (!item) throw new Error(`Item ${line.item} was not loaded`);
    const current = { price: dollars(item.priceCents), pricePerPack: dollars(item.pricePerPackCents) };
    const unitPriceCents = recorded.get(recordedPriceKey(line)) ?? toCents(unitPrice(current, line.packaging));
    return {
      position: index + 1,
      itemId: line.item,
      packaging: line.packaging,
      quantityHundredths: toHundredths(line.quantity),
      unitPriceCents,
      lineTotalCents: toCents(lineTotal(line.quantity, fromCents(unitPriceCents))),
    };
  });
}

/** The total of a delivery in cents: the sum of its rounded lines. */
export function totalCentsOf(lines: readonly Pick<PricedLine, 'lineTotalCents'>[]): number {
  return lines.reduce((sum, line) => sum + line.lineTotalCents, 0);
}
