import { createWriteStream, renameSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { sql } from 'drizzle-orm';
import type { Database } from '../db/database';
import { footerLine, headerLine, type TableSum, tableLine } from './backupFile';
import { migrationsOf, readWithoutLimits, sumOf, tablesInOrder } from './tables';

/** Rows that are read at once: the first time, and later as many as have about so many characters. */
const FIRST_ROWS = 20;
const MOST_ROWS = 200;
const BATCH_CHARS = 1_000_000;

async function* rowsOf(tx: Database, table: string): AsyncGenerator<string> {
  await tx.execute(
    sql`declare backup no scroll cursor for select to_jsonb(t)::text as json from ${sql.identifier(table)} t`,
  );
  for (let count = FIRST_ROWS; ; ) {
    const { rows } = await tx.execute<{ json: string }>(sql`fetch ${sql.raw(String(count))} from backup`);
    if (rows.length === 0) break;
    const batch = rows.map(({ json }) => `${json}\n`).join('');
    yield batch;
    count = Math.max(1, Math.min(MOST_ROWS, Math.floor((rows.length * BATCH_CHARS) / batch.length)));
  }
  await tx.execute(sql`close backup`);
}

async function* contentOf(tx: Database, madeAt: Date, onSums: (sums: TableSum[]) => void): AsyncGenerator<string> {
  yield `${headerLine(madeAt, await migrationsOf(tx))}\n`;
  const sums: TableSum[] = [];
  for (const table of await tablesInOrder(tx)) {
    sums.push(await sumOf(tx, table));
    yield `${tableLine(table)}\n`;
    yield* rowsOf(tx, table);
  }
  yield `${footerLine(sums)}\n`;
  onSums(sums);
}

/** Waits until a file, or the names in a folder, are on disk. */
async function syncToDisk(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Writes a backup of the whole database, a snapshot of one instant, while other transactions write. On PostgreSQL no
 * call waits. The embedded database has one connection, so calls wait until the file is written. The file gets its name
 * only when it is complete and on disk, and only its owner can read it.
 */
export async function writeBackup(db: Database, path: string, madeAt: Date): Promise<TableSum[]> {
  const unfinished = `${path}.unfinished`;
  let sums: TableSum[] = [];
  try {
    await db.transaction(
      async (tx) => {
        await readWithoutLimits(tx);
        const content = contentOf(tx, madeAt, (found) => (sums = found));
        const file = createWriteStream(unfinished, { mode: 0o600, flags: 'wx' });
        await pipeline(Readable.from(content), createGzip(), file);
      },
      { isolationLevel: 'repeatable read', accessMode: 'read only' },
    );
    await syncToDisk(unfinished);
    renameSync(unfinished, path);
    await syncToDisk(dirname(path));
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
  return sums;
}
