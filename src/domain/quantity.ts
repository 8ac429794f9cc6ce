import { QUANTITY_MAX } from './constants';
import { hasTwoDecimals, timesHundred } from './wholeNumbers';

/**
 * Quantities are decimals with at most two places (spec §9: step 0.01). Arithmetic is done in whole
 * hundredths.
 */

/** A quantity in whole hundredths. */
export const toHundredths = timesHundred;

export function fromHundredths(hundredths: number): number {
  return hundredths / 100;
}

/** Whether a number is a finite quantity from 0 on, within bounds, with at most two decimals. */
export function isQuantity(value: number): boolean {
  return hasTwoDecimals(value) && value >= 0 && value <= QUANTITY_MAX;
}

/** A quantity as people read it: no trailing zeros. */
export function formatQuantity(quantity: number): string {
  return String(fromHundredths(toHundredths(quantity)));
}
