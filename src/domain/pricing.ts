import { fromCents, roundHalfUp, toCents } from './money';
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
interface PricedBy {
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

const priceKind = ({ item, packaging }: PricedBy) => `${isPackPriced(packaging) ? 'pack' : 'piece'} ${item}`;

/** The lines of a delivery as `editedPrices` takes them: each with the id of its item. */
export const recordedPrices = <Line extends { item: { _id: string } }>(lines: readonly Line[]) =>
  lines.map(({ item, ...line }) => ({ ...line, item: item._id }));

/**
 * Of these recorded lines those whose prices stay when the delivery gets `lines`: the first ones of each price kind, as
 * many as there are lines of that kind.
 */
export function linesKeptBy<Line extends { item: { _id: string }; packaging: string }>(
  recorded: readonly Line[],
  lines: readonly PricedBy[],
): Line[] {
  const left = lines.map(priceKind);
  return recorded.filter(({ item, packaging }) => {
    const at = left.indexOf(priceKind({ item: item._id, packaging }));
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}

/**
 * The unit prices of the lines of an edited delivery, in their order and in the unit of those given. A line that keeps
 * its item and its price kind, by the pack or by the piece, keeps its recorded price. Where an item stands several
 * times in one kind, the first line of the kind keeps the price of the first recorded one, and so on. Lines without a
 * recorded one get `priceOf`.
 */
export function editedPrices<Line extends PricedBy, Price extends number | null>(
  lines: readonly Line[],
  recorded: readonly (PricedBy & { unitPrice: ShownPrice })[],
  priceOf: (line: Line, index: number) => Price,
): (number | Price)[] {
  const left = new Map<string, ShownPrice[]>();
  for (const line of recorded) left.set(priceKind(line), [...(left.get(priceKind(line)) ?? []), line.unitPrice]);
  return lines.map((line, index) => left.get(priceKind(line))?.shift() ?? priceOf(line, index));
}
