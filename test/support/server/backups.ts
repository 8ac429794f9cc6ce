import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach } from 'vitest';
import { tablesInOrder } from '../../../src/server/backup/tables';
import { readConfig } from '../../../src/server/config';
import type { Database } from '../../../src/server/db/database';
import { openDatabase } from '../../../src/server/db/openDatabase';
import { seedDemo } from '../../../src/server/demo/seedDemo';
import { aLocation, aUser, aVisit, NOW } from './builders';
import { anAdminsCookie } from './locationWrites';
import { runServerToItsEnd } from './serverProcess';
import { ownDatabaseConfig } from './testDatabase';

let folder: string;
let drops: (() => Promise<void>)[];

/** Gives each test of the calling file a folder and removes it, with the databases of the test, afterwards. */
export function setUpBackups(): void {
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'backup-'));
    drops = [];
  });
  afterEach(async () => {
    for (const drop of drops) await drop();
    rmSync(folder, { recursive: true });
  });
}

/** The folder of this test; it is removed afterwards. */
export const backupFolder = () => folder;
/** Where this test writes its backup. */
export const backupFile = () => join(folder, 'sales.backup');

/** An empty database, embedded or on PostgreSQL, with the configuration and the environment variables that name it. */
export async function anEmptyDatabase() {
  const { databaseUrl, dataDir, drop } = await ownDatabaseConfig();
  drops.push(drop);
  const env = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, NODE_ENV: 'production' };
  return { env, config: readConfig(env) };
}
export type NamedDatabase = Awaited<ReturnType<typeof anEmptyDatabase>>;

/** Does something with the database while no server has it open. */
export async function within<T>({ config }: NamedDatabase, work: (db: Database) => Promise<T>): Promise<T> {
  const { db, close } = await openDatabase(config);
  try {
    return await work(db);
  } finally {
    await close();
  }
}

/** Runs one of the two commands as a process to its end. */
export const runBackupCommand = (command: 'backup' | 'restore', { env }: NamedDatabase, args = [backupFile()]) =>
  runServerToItsEnd(env, { script: `src/server/commands/${command}.ts`, args });

/** Every row of every table as text. */
export async function allRows(db: Database): Promise<Record<string, string[]>> {
  const tables: Record<string, string[]> = {};
  await db.execute(sql`set timezone = 'UTC'`);
  for (const table of await tablesInOrder(db)) {
    const { rows } = await db.execute<{ row: string }>(sql`select t::text as row from ${sql.identifier(table)} t`);
    tables[table] = rows.map(({ row }) => row).sort();
  }
  return tables;
}

/** A short history with texts that a file of lines could break on. */
export async function fill(db: Database): Promise<void> {
  await seedDemo(db, NOW);
  await anAdminsCookie(db);
  const rep = await aUser(db, { name: 'Zoë "Z" O\'Hara, \\ 東京' });
  const location = await aLocation(db);
  await aVisit(db, { repId: rep.id, locationId: location.id, note: 'one\ntwo\u2028three\u0085{"a":1}\t🥤' });
}
