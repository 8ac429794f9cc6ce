import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import type { Cells } from './cells';

/** Why a file as a whole cannot be imported. */
export class FileProblem extends Error {}

/** A row and the line of the file on which it begins. */
export interface CsvLine {
  line: number;
  cells: Cells;
}

export interface BadLine {
  line: number;
  reason: string;
}

/** A file with more unreadable rows is no CSV file. Each takes as long as a hundred others. */
const BAD_LINES_MAX = 1_000;

/** The cells of one record, or `null` when its quotes are broken. */
function cellsOf(record: string): string[] | null {
  if (!record.includes('"')) return record.split(',').map((cell) => cell.trim());
  try {
    const [cells, ...more] = parse(record, { trim: true, relax_column_count: true });
    return cells && more.length === 0 ? cells : null;
  } catch {
    return null;
  }
}

/**
 * The record that begins on a line, with the index of the line after it. It continues on the next lines while a quote
 * is open. If the quotes are broken, only that line is skipped: a missing quote must not hide the rows up to the next
 * quote.
 */
function recordAt(lines: readonly string[], start: number): { cells: string[] | null; next: number } {
  let record = '';
  let isOpen = false;
  for (let index = start; index < lines.length; index += 1) {
    const line = lines[index] ?? '';
    record += index === start ? line : `\n${line}`;
    if (line.split('"').length % 2 === 0) isOpen = !isOpen;
    if (isOpen) continue;
    const cells = cellsOf(record);
    return { cells, next: cells ? index + 1 : start + 1 };
  }
  return { cells: null, next: start + 1 };
}

/**
 * The rows of a CSV file with a header row, in UTF-8 with or without BOM. Rows that cannot be read (a broken quote, too
 * many or too few cells) are returned separately. Other columns are ignored.
 */
export function readCsv(content: string, columns: readonly string[]): { rows: CsvLine[]; bad: BadLine[] } {
  const lines = content.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/);
  const { cells: head, next: bodyStart } = recordAt(lines, 0);
  const missing = columns.filter((column) => !head?.includes(column));
  if (!head || missing.length > 0) throw new FileProblem(`these columns are missing: ${missing.join(', ')}`);

  const rows: CsvLine[] = [];
  const bad: BadLine[] = [];
  let next = bodyStart;
  while (next < lines.length) {
    const line = next + 1;
    const isEmpty = lines[next]?.trim() === '';
    const record = recordAt(lines, next);
    next = record.next;
    if (isEmpty) continue;
    if (bad.length === BAD_LINES_MAX) throw new FileProblem(`more than ${BAD_LINES_MAX} rows cannot be read`);
    if (record.cells === null) {
      bad.push({ line, reason: 'the quotes of this row are broken' });
    } else if (record.cells.length !== head.length) {
      bad.push({ line, reason: `has ${record.cells.length} cells instead of ${head.length}` });
    } else {
      const { cells } = record;
      rows.push({ line, cells: Object.fromEntries(head.map((name, column) => [name, cells[column] ?? ''])) });
    }
  }
  return { rows, bad };
}

/** The text of a file; `null` when the file does not exist. */
export async function readFileIfThere(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}
