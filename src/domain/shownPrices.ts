import { sumDollars } from './money';
import { lineTotal, type ShownPrice } from './pricing';

export function shownLineTotal(quantity: number, price: ShownPrice): ShownPrice {
  return price === null ? null : lineTotal(quantity, price);
}

/** The sum of amounts; `null` while one of them is not known. */
export function shownSum(amounts: readonly ShownPrice[]): ShownPrice {
  return amounts.every((amount) => amount !== null) ? sumDollars(amounts) : null;
}

/** The total of a delivery: the sum of its rounded lines. */
export function shownTotal(lines: readonly { quantity: number; unitPrice: ShownPrice }[]): ShownPrice {
  return shownSum(lines.map((line) => shownLineTotal(line.quantity, line.unitPrice)));
}
