/** CSV as spreadsheets expect it: UTF-8 with BOM, CRLF, RFC 4180 quoting, a formula guard on texts. */

export type CsvCell = string | number | null | undefined;

export const CSV_BOM = '\uFEFF';
const FORMULA_START = /^[=+\-@\t\r]/;

/** A text that a spreadsheet would run as a formula is held down by a leading apostrophe; numbers stay numbers. */
function guard(cell: CsvCell): string {
  if (cell === null || cell === undefined) return '';
  if (typeof cell === 'number') return String(cell);
  return FORMULA_START.test(cell) ? `'${cell}` : cell;
}

function quote(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** One row, ended by CRLF. Pass numbers as numbers (or as `money`), texts as texts: only texts are guarded. */
export function csvRow(cells: readonly CsvCell[]): string {
  return `${cells.map((cell) => quote(guard(cell))).join(',')}\r\n`;
}

/** A whole file: BOM, head and rows. */
export function csvFile(head: readonly string[], rows: Iterable<readonly CsvCell[]>): string {
  let text = CSV_BOM + csvRow(head);
  for (const row of rows) text += csvRow(row);
  return text;
}

/** A text that is safe inside a file name: letters, digits, dash and underscore. */
export function fileNamePart(text: string): string {
  return text
    .trim()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '');
}
