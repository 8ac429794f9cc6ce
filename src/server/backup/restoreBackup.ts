import { sql } from 'drizzle-orm';
import type { Config } from '../config';
import type { Database } from '../db/database';
import { openDatabase } from '../db/openDatabase';
import { readBackup, readHeader, type TableSum } from './backupFile';
import { columnsOf, migrationsOf, readWithoutLimits, sumOf, tablesInOrder } from './tables';

/** How many characters of rows are inserted at once. */
const BATCH_LENGTH = 1_000_000;

async function assertEmpty(db: Database, tables: readonly string[]): Promise<void> {
  for (const table of tables) {
    const { rows } = await db.execute(sql`select from ${sql.identifier(table)} limit 1`);
    if (rows.length > 0) {
      throw new Error(
        `The database is not empty: the table ${table} has rows. A backup is restored into an empty one.`,
      );
    }
  }
}

async function insertRows(tx: Database, table: string, rows: readonly string[]): Promise<void> {
  const columns = await columnsOf(tx, table);
  const name = sql.identifier(table);
  await tx.execute(sql`insert into ${name} (${columns})
    select ${columns} from jsonb_populate_recordset(null::${name}, ${`[${rows.join(',')}]`}::jsonb)`);
}

/** Inserts all rows of the file and returns what the file says of its tables. */
async function insertAll(tx: Database, path: string): Promise<TableSum[]> {
  let table = '';
  let rows: string[] = [];
  let length = 0;
  const flush = async () => {
    if (rows.length > 0) await insertRows(tx, table, rows);
    rows = [];
    length = 0;
  };
  const sums = await readBackup(path, {
    onTable: async (next) => {
      await flush();
      table = next;
    },
    onRow: async (json) => {
      rows.push(json);
      length += json.length;
      if (length >= BATCH_LENGTH) await flush();
    },
  });
  await flush();
  return sums;
}

/** Compares the tables with what the backup says of them. */
async function assertSums(tx: Database, expected: readonly TableSum[]): Promise<void> {
  for (const { table, rows, sum } of expected) {
    const found = await sumOf(tx, table);
    if (found.rows !== rows || found.sum !== sum) {
      throw new Error(
        `Nothing was restored: ${table} has ${found.rows} rows that differ from the ${rows} of the backup.`,
      );
    }
  }
}

/**
 * Restores a backup into an empty database, embedded or PostgreSQL, whichever it was made of: at the migration of the
 * backup first, and the later migrations then run as at a start. Either all of it is there afterwards, with the counts
 * and sums of the file, or nothing is. Throws an error for the operator.
 */
export async function restoreBackup(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  path: string,
): Promise<TableSum[]> {
  const { migrations } = await readHeader(path);
  const database = await openDatabase(config, { migrations });
  let sums: TableSum[];
  try {
    const found = await migrationsOf(database.db);
    if (found !== migrations) {
      throw new Error(
        `The backup is of a database with ${migrations} migrations, this one has ${found}: ` +
          (found > migrations ? 'restore into an empty database.' : 'restore with the version that made the backup.'),
      );
    }
    sums = await database.db.transaction(async (tx) => {
      await readWithoutLimits(tx);
      await assertEmpty(tx, await tablesInOrder(tx));
      const expected = await insertAll(tx, path);
      await assertSums(tx, expected);
      return expected;
    });
  } finally {
    await database.close();
  }
  await (await openDatabase(config)).close();
  return sums;
}
