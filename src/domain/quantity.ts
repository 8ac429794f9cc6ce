import { NEW_LINE_QUANTITY, QUANTITY_MAX } from './constants';
import { roundHalfUp } from './money';

/**
 * Quantities are decimals with at most two places (spec §9: step 0.01). Arithmetic is done in whole
 * hundredths.
 */

/** A quantity in whole hundredths. */
export function toHundredths(quantity: number): number {
  return roundHalfUp(Number((quantity * 100).toPrecision(15)));
}

export function fromHundredths(hundredths: number): number {
  return hundredths / 100;
}

/** Whether a number is a finite quantity from 0 on, within bounds, with at most two decimals. */
export function isQuantity(value: number): boolean {
  return (
    Number.isFinite(value) && value >= 0 && value <= QUANTITY_MAX && Math.abs(value * 100 - toHundredths(value)) < 1e-6
  );
}

/**
 * What was typed into a quantity field as a number; NaN for an empty or foreign text. A comma parts at most two
 * decimals: "1,000" may mean a thousand, and is asked for again rather than taken for one.
 */
export function parseQuantity(text: string): number {
  const trimmed = text.trim().replace(/,(?=\d{0,2}$)/, '.');
  return /^[+-]?(\d+\.?\d*|\.\d+)$/.test(trimmed) ? Number(trimmed) : Number.NaN;
}

/** A quantity as people read it: no trailing zeros. */
export function formatQuantity(quantity: number): string {
  return String(fromHundredths(toHundredths(quantity)));
}

/** The quantity a new line starts with, as a field's text. */
export const NEW_LINE_QUANTITY_TEXT = String(NEW_LINE_QUANTITY);
