import type { LineDraft } from './deliveryRules';
import { sumDollars } from './money';
import { lineTotal, type Priced, unitPrice } from './pricing';

/** Dollars; `null` while the device does not know the item, which has some price. */
type ShownPrice = number | null;

/** The unit price of a line by the items of the device. */
export function shownUnitPrice(items: ReadonlyMap<string, Priced>, line: Omit<LineDraft, 'quantity'>): ShownPrice {
  const item = items.get(line.item);
  return item ? unitPrice(item, line.packaging) : null;
}

export function shownLineTotal(quantity: number, price: ShownPrice): ShownPrice {
  return price === null ? null : lineTotal(quantity, price);
}

/** The total of a delivery: the sum of its rounded lines; `null` while the price of one of them is not known. */
export function shownTotal(lines: readonly { quantity: number; unitPrice: ShownPrice }[]): ShownPrice {
  const totals = lines.map((line) => shownLineTotal(line.quantity, line.unitPrice));
  return totals.every((total) => total !== null) ? sumDollars(totals) : null;
}
