import { existsSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { restoreBackup } from '../../../../src/server/backup/restoreBackup';
import { writeBackup } from '../../../../src/server/backup/writeBackup';
import {
  allRows,
  anEmptyDatabase,
  backupFile,
  backupFolder,
  fill,
  runBackupCommand,
  setUpBackups,
  within,
} from '../../../support/server/backups';
import { NOW } from '../../../support/server/builders';
import { anAdminsCookie, createLocation } from '../../../support/server/locationWrites';
import { type ServerProcess, startServerProcess } from '../../../support/server/serverProcess';

// Each command is a process that opens a database of its own.
vi.setConfig({ testTimeout: 300_000 });
setUpBackups();

const WRITERS = 4;
/** How many writes are acknowledged before the backup begins. */
const WRITES_BEFORE = 20;

let running: ServerProcess | null = null;
afterEach(async () => {
  await running?.end('SIGKILL');
  running = null;
});

describe('a backup', () => {
  it('of an embedded database that does not exist is refused, and creates none', async () => {
    const dataDir = join(backupFolder(), 'missing');
    const source = await anEmptyDatabase();
    const result = await runBackupCommand('backup', {
      ...source,
      env: { ...source.env, DATABASE_URL: '', DATA_DIR: dataDir },
    });
    expect(result).toMatchObject({ code: 1 });
    expect(result.errors).toContain(`There is no database in ${dataDir}`);
    expect([existsSync(dataDir), existsSync(backupFile())]).toEqual([false, false]);
  });

  it('made while a server writes holds every write acknowledged before it, and no part of a write', async () => {
    const [source, target] = [await anEmptyDatabase(), await anEmptyDatabase()];
    const cookie = await within(source, async (db) => {
      await fill(db);
      return await anAdminsCookie(db);
    });
    running = await startServerProcess(source.env);
    const { url } = running;
    const acknowledged: string[] = [];
    let keepsWriting = true;
    const writers = Array.from({ length: WRITERS }, async (_, writer) => {
      for (let count = 0; keepsWriting; count++) {
        const key = `writer-${writer}-write-${count}`;
        if ((await createLocation(url, cookie, key)).status === 201) acknowledged.push(key);
      }
    });
    await vi.waitUntil(() => acknowledged.length >= WRITES_BEFORE, { timeout: 60_000 });
    const before = [...acknowledged];
    expect(await runBackupCommand('backup', source)).toMatchObject({ code: 0, errors: '' });
    await vi.waitUntil(() => acknowledged.length > before.length, { timeout: 60_000 });
    keepsWriting = false;
    await Promise.all(writers);

    expect(await runBackupCommand('restore', target)).toMatchObject({ code: 0 });
    const { names, keys, halves } = await within(target, async (db) => {
      const written = sql`name like 'writer-%'`;
      const { rows: locations } = await db.execute<{ name: string; boxes: number }>(sql`
        select name, (select count(*)::integer from boxes where location_id = locations.id) as boxes
        from locations where ${written}`);
      const { rows } = await db.execute<{ key: string }>(sql`select key from idempotency_keys`);
      return {
        names: locations.map(({ name }) => name).sort(),
        keys: rows.map(({ key }) => key).sort(),
        halves: locations.filter(({ boxes }) => boxes !== 3),
      };
    });
    expect(names).toEqual(expect.arrayContaining(before));
    expect(names).toEqual(keys);
    expect(halves).toEqual([]);
  });
  it('never overwrites a file; wrong arguments print the usage', async () => {
    const source = await anEmptyDatabase();
    writeFileSync(backupFile(), 'mine');
    expect(await runBackupCommand('backup', source)).toMatchObject({
      code: 1,
      errors: `${backupFile()} exists already: name another file\n`,
    });
    expect(readFileSync(backupFile(), 'utf8')).toBe('mine');
    expect((await runBackupCommand('backup', source, [])).errors).toBe('Usage: npm run backup -- FILE\n');
    expect((await runBackupCommand('restore', source, [])).errors).toBe('Usage: npm run restore -- FILE\n');
  });
});

describe('a restore', () => {
  it('refuses a database that is not empty, and does not change it', async () => {
    const target = await anEmptyDatabase();
    const before = await within(target, async (db) => {
      await fill(db);
      await writeBackup(db, backupFile(), NOW);
      return await allRows(db);
    });
    await expect(restoreBackup(target.config, backupFile())).rejects.toThrow(
      /^The database is not empty: the table \w+ has rows/,
    );
    expect(await within(target, allRows)).toEqual(before);
  });

  it.each([
    ['cut off', () => truncateSync(backupFile(), statSync(backupFile()).size - 200), /is not a whole backup/],
    ['of another kind', () => writeFileSync(backupFile(), 'id,name\n'), /is not a whole backup|not a backup/],
    ['missing', () => rmSync(backupFile()), /ENOENT/],
  ])('refuses a file that is %s, and restores nothing', async (_what, damage, reason) => {
    const [source, target] = [await anEmptyDatabase(), await anEmptyDatabase()];
    await within(source, async (db) => {
      await fill(db);
      await writeBackup(db, backupFile(), NOW);
    });
    damage();
    await expect(restoreBackup(target.config, backupFile())).rejects.toThrow(reason);
    const left = await within(target, allRows);
    expect(Object.values(left).flat()).toEqual([]);
  });
});
