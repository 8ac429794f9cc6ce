import { LINE_LENGTH_MAX } from '../../domain/constants';
import { toCents } from '../../domain/money';

/** The cells of one row by column name, trimmed. */
export type Cells = Readonly<Record<string, string>>;

/** Why a row cannot be imported, worded for the person who made the file. */
export class RowProblem extends Error {}

/** A text of at most `max` characters; empty when it is missing. */
export function optionalText(cells: Cells, column: string, max = LINE_LENGTH_MAX): string {
  const text = cells[column] ?? '';
  if (text.length > max) throw new RowProblem(`${column} is longer than ${max} characters`);
  // PostgreSQL cannot hold it.
  if (text.includes('\0')) throw new RowProblem(`${column} contains a NUL character`);
  return text;
}

/** The same, or `undefined` when the file has no such column. */
export function textIfNamed(cells: Cells, column: string): string | undefined {
  return column in cells ? optionalText(cells, column) : undefined;
}

/** A text of at most `max` characters. Throws when it is missing. */
export function requiredText(cells: Cells, column: string, max = LINE_LENGTH_MAX): string {
  const text = optionalText(cells, column, max);
  if (text === '') throw new RowProblem(`${column} is missing`);
  return text;
}

/** A whole number within bounds. */
export function wholeNumber(cells: Cells, column: string, min: number, max: number): number {
  const text = requiredText(cells, column);
  const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (!(number >= min && number <= max)) {
    throw new RowProblem(`${column} must be a whole number from ${min} to ${max}, not "${text}"`);
  }
  return number;
}

/** Dollars with at most two decimals, as whole cents; `null` for an empty cell. */
export function optionalCents(cells: Cells, column: string, maxDollars: number): number | null {
  const text = optionalText(cells, column);
  if (text === '') return null;
  if (!/^\d{1,12}(\.\d{1,2})?$/.test(text) || Number(text) > maxDollars) {
    throw new RowProblem(`${column} must be dollars from 0 to ${maxDollars} with at most two decimals, not "${text}"`);
  }
  return toCents(Number(text));
}

/** The text of a changed value, such as 'name Cola → Cola Zero', in a list; an empty list for an equal value. */
export function changeOf(what: string, before: string, after: string): string[] {
  return before === after ? [] : [`${what} ${before || 'none'} → ${after || 'none'}`];
}
