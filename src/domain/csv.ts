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

/** A column of a file. Give a number as a number (or by `plainMoney`), a text as a text: only texts are guarded. */
export interface CsvColumn<Row> {
  header: string;
  cell: (row: Row) => CsvCell;
}

const line = (cells: readonly CsvCell[]) => `${cells.map(csvCell).join(',')}\r\n`;

/** The beginning of a file: BOM and header row. */
export function csvStart<Row>(columns: readonly CsvColumn<Row>[]): string {
  return CSV_BOM + line(columns.map(({ header }) => header));
}

/** A row of a file, ended by CRLF. */
export function csvRow<Row>(columns: readonly CsvColumn<Row>[], row: Row): string {
  return line(columns.map(({ cell }) => cell(row)));
}

/** A whole file. */
export function csvFile<Row>(columns: readonly CsvColumn<Row>[], rows: Iterable<Row>): string {
  let text = csvStart(columns);
  for (const row of rows) text += csvRow(columns, row);
  return text;
}

/** A text for a file name: letters and digits; anything else becomes a dash. */
export function fileNamePart(text: string): string {
  return text
    .trim()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '');
}
