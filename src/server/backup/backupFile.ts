import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import * as z from 'zod/mini';

/**
 * A backup is a gzip file of lines. The first line is the header, the last one the footer. Between them each table
 * has a line `["table", NAME]` and then one line per row: the row as a JSON object. Only control lines are arrays.
 */

const FORMAT = 'field-sales-backup';
const VERSION = 1;

/** One table as it was read: its number of rows, and a sum over the hashes of all rows that any change alters. */
const tableSum = z.object({ table: z.string(), rows: z.string(), sum: z.string() });
export type TableSum = z.infer<typeof tableSum>;

/** When the backup was made (UTC), and how many migrations its database had. */
const header = z.object({
  format: z.literal(FORMAT),
  version: z.literal(VERSION),
  madeAt: z.iso.datetime(),
  migrations: z.int().check(z.positive()),
});
export type BackupHeader = z.infer<typeof header>;

const controlLine = z.union([
  z.tuple([z.literal('table'), z.string()]),
  z.tuple([z.literal('end'), z.array(tableSum)]),
]);

export const headerLine = (madeAt: Date, migrations: number) =>
  JSON.stringify({ format: FORMAT, version: VERSION, madeAt: madeAt.toISOString(), migrations });
export const tableLine = (table: string) => JSON.stringify(['table', table]);
export const footerLine = (sums: TableSum[]) => JSON.stringify(['end', sums]);

/** The lines of a compressed file. Only a line feed ends one: texts in rows may hold every other separator. */
async function* linesOf(path: string): AsyncGenerator<string> {
  const file = createReadStream(path);
  const unpacked = createGunzip();
  file.on('error', (error) => unpacked.destroy(error)).pipe(unpacked);
  unpacked.setEncoding('utf8');
  let rest = '';
  try {
    for await (const chunk of unpacked) {
      const lines = `${rest}${chunk}`.split('\n');
      rest = lines.pop() ?? '';
      yield* lines;
    }
  } catch (error) {
    throw new Error(`${path} is not a whole backup: ${String(error)}`, {
      cause: error,
    });
  } finally {
    file.destroy();
  }
}

function parseHeader(path: string, line: string | undefined): BackupHeader {
  try {
    return header.parse(JSON.parse(line ?? ''));
  } catch (error) {
    throw new Error(`${path} is not a backup that this version can read`, { cause: error });
  }
}

/** Receives a backup as it is read. */
export interface BackupReader {
  onTable(table: string): Promise<void>;
  /** `json` is the row as a JSON object. */
  onRow(json: string): Promise<void>;
}

/** Reads the header alone. Throws for a file of another kind. */
export async function readHeader(path: string): Promise<BackupHeader> {
  const { value } = await linesOf(path).next();
  return parseHeader(path, value ?? undefined);
}

/** Reads a backup to its end and returns the footer. Throws when the file is of another kind or ends early. */
export async function readBackup(path: string, reader: BackupReader): Promise<TableSum[]> {
  let isFirst = true;
  for await (const line of linesOf(path)) {
    if (isFirst) {
      parseHeader(path, line);
      isFirst = false;
      continue;
    }
    if (line.startsWith('{')) {
      await reader.onRow(line);
      continue;
    }
    const [kind, content] = controlLine.parse(JSON.parse(line));
    if (kind === 'end') return content;
    await reader.onTable(content);
  }
  throw new Error(`${path} is not a whole backup: it ends before its last line`);
}
