import { fromCents, toCents } from './money';
import { roundHalfUp } from './wholeNumbers';
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

/** Of a line: its item's id and its packaging. */
export interface PricedBy {
  item: string;
  packaging: string;
}

/** Dollars; `null` while the device does not know the item, which has some price. */
export type ShownPrice = number | null;

/** The unit price of a line by the items of the device. */
export function shownUnitPrice(items: ReadonlyMap<string, Priced>, { item, packaging }: PricedBy): ShownPrice {
  const known = items.get(item);
  return known ? unitPrice(known, packaging) : null;
}
