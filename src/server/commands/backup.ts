import { existsSync, renameSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { readBackup, type TableSum } from '../backup/backupFile';
import { receiveBackup } from '../backup/backupSocket';
import { writeBackup } from '../backup/writeBackup';
import { type Config, readConfig } from '../config';
import { openAsItIs, openDatabase } from '../db/openDatabase';
import { runCommand } from '../runCommand';

/** Reads a received file to its end, which fails when the server stopped before it. */
async function checked(path: string): Promise<TableSum[]> {
  return await readBackup(path, { onTable: async () => {}, onRow: async () => {} });
}

/** Asks the server that has the data folder open; `null` when no server has it open. */
async function fromServer(dataDir: string, path: string): Promise<TableSum[] | null> {
  const unfinished = `${path}.unfinished`;
  try {
    if (!(await receiveBackup(dataDir, unfinished))) return null;
    const sums = await checked(unfinished);
    renameSync(unfinished, path);
    return sums;
  } finally {
    rmSync(unfinished, { force: true });
  }
}

async function fromDatabase(config: Config, path: string): Promise<TableSum[]> {
  // Opening a missing folder would create an empty database, and the backup would succeed.
  if (!config.databaseUrl && !existsSync(config.dataDir)) {
    throw new Error(`There is no database in ${config.dataDir}. Set DATA_DIR or DATABASE_URL as the server has it`);
  }
  const { db, close } = config.databaseUrl ? openAsItIs(config.databaseUrl) : await openDatabase(config);
  try {
    return await writeBackup(db, path, new Date());
  } finally {
    await close();
  }
}

/** `npm run backup -- FILE`: writes all data to a file, also while servers run. */
runCommand(async () => {
  const [file, ...rest] = process.argv.slice(2);
  if (!file || rest.length > 0) throw new Error('Usage: npm run backup -- FILE');
  const path = resolve(file);
  if (existsSync(path)) throw new Error(`${path} exists already: name another file`);
  const config = readConfig(process.env);
  const received = config.databaseUrl ? null : await fromServer(config.dataDir, path);
  const sums = received ?? (await fromDatabase(config, path));
  for (const { table, rows } of sums) console.log(`${table}: ${rows}`);
  console.log(`${path} holds ${sums.length} tables.`);
});
