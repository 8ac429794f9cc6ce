/**
 * Money. Amounts travel as dollars with at most two decimals and are added up in whole cents, so that a
 * sum of lines never drifts from the lines it sums.
 */

import { formatInteger, timesHundred } from './wholeNumbers';

/** Dollars as whole cents. */
export const toCents = timesHundred;

/** Whole cents as dollars. */
export function fromCents(cents: number): number {
  return cents / 100;
}

/** The same of a price that there may not be. */
export const dollarsOrNull = (cents: number | null): number | null => (cents === null ? null : fromCents(cents));
export const centsOrNull = (dollars: number | undefined): number | null =>
  dollars === undefined ? null : toCents(dollars);

/** The sum of dollar amounts, added up in cents. */
export function sumDollars(amounts: readonly number[]): number {
  return fromCents(amounts.reduce((sum, amount) => sum + toCents(amount), 0));
}

/** Money as people read it: $ sign, thousands separated, two decimals (spec §9). */
export function formatMoney(amount: number): string {
  const cents = Math.abs(toCents(amount));
  const rest = String(cents % 100).padStart(2, '0');
  return `${amount < 0 && cents > 0 ? '-' : ''}$${formatInteger(Math.floor(cents / 100))}.${rest}`;
}

/** Whole cents as a file holds money: dollars with two decimals and nothing else. */
export function plainCents(cents: number): string {
  return fromCents(cents).toFixed(2);
}

/** Dollars as a file holds money. */
export function plainMoney(amount: number): string {
  return plainCents(toCents(amount));
}
