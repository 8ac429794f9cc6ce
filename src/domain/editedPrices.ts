import { isPackPriced } from './packaging';
import type { PricedBy, ShownPrice } from './pricing';

/** What a line keeps its price by: its item, and whether it is sold by the pack or by the piece. */
const priceKind = ({ item, packaging }: PricedBy) => `${isPackPriced(packaging) ? 'pack' : 'piece'} ${item}`;

/** The lines of a delivery as `editedPrices` takes them: each with the id of its item. */
export const recordedPrices = <Line extends { item: { _id: string } }>(lines: readonly Line[]) =>
  lines.map(({ item, ...line }) => ({ ...line, item: item._id }));

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
