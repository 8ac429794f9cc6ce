import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { type CsvColumn, csvRow, csvStart } from '../../domain/csv';

/** The rows of an export file, page by page as they are read. */
export type ExportRows<Row> = AsyncGenerator<Iterable<Row>>;

/** The size of the chunks that are sent, in characters. */
const CHUNK_CHARS = 32 * 1024;

async function* csvChunks<Row>(columns: readonly CsvColumn<Row>[], rows: ExportRows<Row>): AsyncGenerator<string> {
  let chunk = csvStart(columns);
  for await (const page of rows) {
    for (const row of page) {
      chunk += csvRow(columns, row);
      if (chunk.length >= CHUNK_CHARS) {
        yield chunk;
        chunk = '';
        // The embedded database runs in this process, so other requests are served here.
        await setImmediate();
      }
    }
  }
  yield chunk;
}

async function* startingWith(first: IteratorResult<string, void>, others: AsyncGenerator<string>) {
  if (!first.done) yield first.value;
  yield* others;
}

/**
 * A CSV file as a stream. An error before the first chunk is thrown, and gets an error response like any other. A later
 * error closes the connection, so that a part is not taken for the whole file. When the client disconnects, the reading
 * ends.
 */
export async function csvStream<Row>(columns: readonly CsvColumn<Row>[], rows: ExportRows<Row>): Promise<Readable> {
  const chunks = csvChunks(columns, rows);
  return Readable.from(startingWith(await chunks.next(), chunks), { objectMode: false });
}
