import { NEW_LINE_QUANTITY } from './constants';

/**
 * The number in a quantity field; NaN for an empty or invalid text. A comma is a decimal separator before at most two
 * digits: "1,000" may mean a thousand, so it is invalid.
 */
export function parseQuantity(text: string): number {
  const trimmed = text.trim().replace(/,(?=\d{0,2}$)/, '.');
  return /^[+-]?(\d+\.?\d*|\.\d+)$/.test(trimmed) ? Number(trimmed) : Number.NaN;
}

/** The quantity a new line starts with, as a field's text. */
export const NEW_LINE_QUANTITY_TEXT = String(NEW_LINE_QUANTITY);
