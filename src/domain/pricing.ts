import { fromCents, roundHalfUp, sumDollars, toCents } from './money';
import { isPackPriced } from './packaging';
import { toHundredths } from './quantity';

/** The prices of an item in dollars; `null` or absent where the item has no such price (spec §3). */
export interface Priced {
  price?: number | null | undefined;
  pricePerPack?: number | null | undefined;
}

/**
 * The unit price in dollars of an item in a packaging (spec §5): by the pack when the packaging text says
 * case, box or pack, else by the piece, each falling back to the other. 0 when the item has neither price.
 * It is always derived, on both sides, and never sent.
 */
export function unitPrice(item: Priced, packaging: string): number {
  const byPack = item.pricePerPack ?? item.price;
  const byPiece = item.price ?? item.pricePerPack;
  return (isPackPriced(packaging) ? byPack : byPiece) ?? 0;
}

/** Quantity × unit price in dollars, rounded half up to the cent. */
export function lineTotal(quantity: number, unitPriceDollars: number): number {
  return fromCents(roundHalfUp((toHundredths(quantity) * toCents(unitPriceDollars)) / 100));
}

/** The total of a delivery in dollars: the sum of its rounded lines. */
export function deliveryTotal(lines: readonly { quantity: number; unitPrice: number }[]): number {
  return sumDollars(lines.map((line) => lineTotal(line.quantity, line.unitPrice)));
}

/**
 * What makes an edited line "the same" as a recorded one, so that it keeps the price of its day: its item, and
 * whether it is priced by the pack.
 */
export function recordedPriceKey(line: { item: string; packaging: string }): string {
  return `${isPackPriced(line.packaging) ? 'pack' : 'piece'} ${line.item}`;
}

/** Of a line: its item's id and its packaging. */
type PricedBy = Parameters<typeof recordedPriceKey>[0];

/**
 * The price of an edited line: the recorded one while the item is priced as recorded, by pack or by piece; else the
 * item's of today.
 */
export function priceLookup(
  recorded: readonly { item: { _id: string }; packaging: string; unitPrice: number }[],
  itemsById: ReadonlyMap<string, Priced>,
): (line: PricedBy) => number {
  const kept = new Map(
    recorded.map(({ item, packaging, unitPrice: price }) => [recordedPriceKey({ item: item._id, packaging }), price]),
  );
  return (line) => kept.get(recordedPriceKey(line)) ?? unitPrice(itemsById.get(line.item) ?? {}, line.packaging);
}
