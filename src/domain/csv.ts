/** CSV as spreadsheets expect it: UTF-8 with BOM, CRLF, RFC 4180 quoting, a formula guard on texts. */

export type CsvCell = string | number | null | undefined;

export const CSV_BOM = '\uFEFF';
/**
 * The start of a text that a spreadsheet runs as a formula: one of these signs, full-width too, also after white space;
 * a tab or CR.
 */
const FORMULA_START = /^(?:[\t\r]|[\s\p{Z}\p{Cc}\p{Cf}]*[=+\-@＝＋－＠])/u;
const NEEDS_QUOTES = /[",\r\n]/;
/** One test for both: most texts need neither. */
const NEEDS_CHANGE = new RegExp(`${FORMULA_START.source}|${NEEDS_QUOTES.source}`, 'u');

/** Puts an apostrophe before a text that a spreadsheet would run as a formula. */
const guard = (text: string) => (FORMULA_START.test(text) ? `'${text}` : text);
const quote = (text: string) => (NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** A cell of a row: a text with its apostrophe and quotes if it needs them, a number as it is. */
function csvCell(cell: CsvCell): string {
  if (typeof cell === 'string') return NEEDS_CHANGE.test(cell) ? quote(guard(cell)) : cell;
  return cell === null || cell === undefined ? '' : String(cell);
}

/** One row, ended by CRLF. Pass numbers as numbers (or as `plainMoney`), texts as texts: only texts are guarded. */
export function csvRow(cells: readonly CsvCell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

/** A whole file: BOM, header and rows. */
export function csvFile(head: readonly string[], rows: Iterable<readonly CsvCell[]>): string {
  let text = CSV_BOM + csvRow(head);
  for (const row of rows) text += csvRow(row);
  return text;
}

/** A text for a file name: letters and digits; anything else becomes a dash. */
export function fileNamePart(text: string): string {
  return text
    .trim()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '');
}
