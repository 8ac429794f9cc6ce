import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { CSV_BOM, type CsvCell, csvRow } from '../../domain/csv';

/** The rows of an export file, page by page as they are read. */
export type ExportRows = AsyncGenerator<Iterable<CsvCell[]>>;

/** How much text is gathered before it goes out. */
const CHUNK_CHARS = 32 * 1024;

async function* csvChunks(columns: readonly string[], rows: ExportRows): AsyncGenerator<string> {
  let chunk = CSV_BOM + csvRow(columns);
  for await (const page of rows) {
    for (const row of page) {
      chunk += csvRow(row);
      if (chunk.length >= CHUNK_CHARS) {
        yield chunk;
        chunk = '';
        // The embedded database answers without ever leaving the process: others get their turn here.
        await setImmediate();
      }
    }
  }
  yield chunk;
}

/** A CSV file as a stream; whoever goes away while it runs ends the reading. */
export function csvStream(columns: readonly string[], rows: ExportRows): Readable {
  return Readable.from(csvChunks(columns, rows), { objectMode: false });
}
