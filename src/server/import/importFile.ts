import { sql } from 'drizzle-orm';
import type { PreviewRow } from '../../contract/imports';
import type { Database } from '../db/database';
import { type Cells, RowProblem } from './cells';
import { type BadLine, type CsvLine, readCsv } from './readCsv';

/**
 * The advisory lock of imports, an arbitrary number that is the same in every process. Its second half is the kind of
 * file.
 */
const IMPORT_LOCK = 7_224_111;

/** How one kind of file is read and written to the database. */
export interface FileKind<Row> {
  file: string;
  /** Columns the file must have. It may have others. */
  columns: readonly string[];
  /** One row, or a `RowProblem`. */
  readRow(cells: Cells): Row;
  /** The value that may occur only once in the file, as messages name it; `null` when rows may repeat. */
  uniqueKey: ((row: Row) => string) | null;
  /** Writes the rows, in the transaction of the file, and reports to `progress` how many are done. */
  write(tx: Database, rows: readonly Row[], clock: () => Date, progress: (done: number) => void): Promise<Written>;
}

/** The changes that the import of a row makes, such as 'price 1.50 → 1.75'; `null`: the row adds something. */
export interface RowComparison {
  name: string;
  changes: string[] | null;
}

/** A kind of file whose import has a preview. */
export interface ComparableKind<Row> extends FileKind<Row> {
  /** One comparison for each row, in their order. */
  compare(tx: Database, rows: readonly Row[], now: Date): Promise<RowComparison[]>;
}

export interface Written {
  created: number;
  updated: number;
}

/** The result for one file. */
export interface FileReport extends Written {
  file: string;
  /** Bad rows in the order of the file. */
  bad: BadLine[];
  /** true: the import was strict and a row was bad, so nothing of the file was imported. */
  refused: boolean;
}

export interface ImportOptions {
  clock: () => Date;
  /** Import nothing of a file that has a bad row. */
  strict: boolean;
  onProgress: (file: string, done: number, total: number) => void;
}

interface GoodLine<Row> {
  line: number;
  row: Row;
}

function readRows<Row>(kind: FileKind<Row>, lines: readonly CsvLine[]): { good: GoodLine<Row>[]; bad: BadLine[] } {
  const good: GoodLine<Row>[] = [];
  const bad: BadLine[] = [];
  const firstLines = new Map<string, number>();
  for (const { line, cells } of lines) {
    try {
      const row = kind.readRow(cells);
      const key = kind.uniqueKey?.(row);
      const first = key === undefined ? undefined : firstLines.get(key);
      if (first !== undefined) throw new RowProblem(`${key} stands on line ${first} already`);
      if (key !== undefined) firstLines.set(key, line);
      good.push({ line, row });
    } catch (error) {
      if (!(error instanceof RowProblem)) throw error;
      bad.push({ line, reason: error.message });
    }
  }
  return { good, bad };
}

/** The rows of a file, good and bad ones, each in the order of the file. */
function readFileRows<Row>(kind: FileKind<Row>, content: string): { good: GoodLine<Row>[]; bad: BadLine[] } {
  const csv = readCsv(content, kind.columns);
  const { good, bad } = readRows(kind, csv.rows);
  return { good, bad: [...csv.bad, ...bad].sort((a, b) => a.line - b.line) };
}

/** What `importFile` would do with each row, in the order of the file. */
export async function previewFile<Row>(
  tx: Database,
  kind: ComparableKind<Row>,
  content: string,
  now: Date,
): Promise<PreviewRow[]> {
  const { good, bad } = readFileRows(kind, content);
  const comparisons = await kind.compare(
    tx,
    good.map(({ row }) => row),
    now,
  );
  const shown = comparisons.map(({ name, changes }, index): PreviewRow => {
    const effect = changes === null ? 'new' : changes.length > 0 ? 'changed' : 'same';
    return { line: good[index]?.line ?? 0, effect, name, detail: changes?.join(', ') ?? '' };
  });
  const refused = bad.map(({ line, reason }): PreviewRow => ({ line, effect: 'refused', name: '', detail: reason }));
  return [...shown, ...refused].sort((a, b) => a.line - b.line);
}

/**
 * Imports one file in one transaction: all its good rows, or with `strict` none when one is bad. Imports of one kind
 * run one after the other, since two at once would both add a row that neither finds.
 */
export async function importFile<Row>(
  db: Database,
  kind: FileKind<Row>,
  content: string,
  options: ImportOptions,
): Promise<FileReport> {
  const { file } = kind;
  const { good, bad } = readFileRows(kind, content);
  const rows = good.map(({ row }) => row);
  if (options.strict && bad.length > 0) return { file, created: 0, updated: 0, bad, refused: true };
  const progress = (done: number) => options.onProgress(file, done, rows.length);
  progress(0);
  const written = await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${IMPORT_LOCK}, hashtext(${file}))`);
    return kind.write(tx, rows, options.clock, progress);
  });
  return { file, ...written, bad, refused: false };
}
