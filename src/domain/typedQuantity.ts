import { NEW_LINE_QUANTITY } from './constants';

/**
 * What was typed into a quantity field as a number; NaN for an empty or foreign text. A comma parts at most two
 * decimals: "1,000" may mean a thousand, and is asked for again rather than taken for one.
 */
export function parseQuantity(text: string): number {
  const trimmed = text.trim().replace(/,(?=\d{0,2}$)/, '.');
  return /^[+-]?(\d+\.?\d*|\.\d+)$/.test(trimmed) ? Number(trimmed) : Number.NaN;
}

/** The quantity a new line starts with, as a field's text. */
export const NEW_LINE_QUANTITY_TEXT = String(NEW_LINE_QUANTITY);
