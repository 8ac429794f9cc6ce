import type { LineDraft } from '../../domain/deliveryRules';
import { dollarsOrNull, fromCents, toCents } from '../../domain/money';
import { editedPrices } from '../../domain/editedPrices';
import { lineTotal, unitPrice } from '../../domain/pricing';
import { toHundredths } from '../../domain/quantity';
import type { deliveryLines } from '../db/schema';
import type { Prices } from './itemPrices';

/** A line to be stored, without its delivery. */
export type PricedLine = Omit<typeof deliveryLines.$inferInsert, 'id' | 'deliveryId'>;

/**
 * Lines with their derived prices and totals in whole cents, in the given order, with positions from 1. A line that
 * matches one of `recorded` keeps that price (`editedPrices`); any other gets its item's price. Every item of the lines
 * must be in `itemsById`.
 */
export function pricedLines(
  lines: readonly LineDraft[],
  itemsById: ReadonlyMap<string, Prices>,
  recorded: readonly PricedLine[] = [],
): PricedLine[] {
  const priceOf = (line: LineDraft) => {
    const item = itemsById.get(line.item);
    if (!item) throw new Error(`Item ${line.item} was not loaded`);
    const { priceCents, pricePerPackCents } = item;
    return toCents(
      unitPrice({ price: dollarsOrNull(priceCents), pricePerPack: dollarsOrNull(pricePerPackCents) }, line.packaging),
    );
  };
  const earlier = recorded.map(({ itemId, packaging, unitPriceCents }) => ({
    item: itemId,
    packaging,
    unitPrice: unitPriceCents,
  }));
  const prices = editedPrices(lines, earlier, priceOf);
  return lines.map((line, index) => {
    const unitPriceCents = prices[index] ?? 0;
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
