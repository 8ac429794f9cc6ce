import { mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { offerBackups } from '../../../../src/server/backup/backupSocket';
import { restoreBackup } from '../../../../src/server/backup/restoreBackup';
import { tablesInOrder } from '../../../../src/server/backup/tables';
import { writeBackup } from '../../../../src/server/backup/writeBackup';
import { readConfig } from '../../../../src/server/config';
import type { Database } from '../../../../src/server/db/database';
import { openDatabase } from '../../../../src/server/db/openDatabase';
import { seedDemo } from '../../../../src/server/demo/seedDemo';
import { aLocation, aUser, aVisit, NOW } from '../../../support/server/builders';
import { anAdminsCookie, createLocation } from '../../../support/server/locationWrites';
import { runServerToItsEnd, type ServerProcess, startServerProcess } from '../../../support/server/serverProcess';
import { openFilledBefore, openTestDatabase, ownDatabaseConfig } from '../../../support/server/testDatabase';

// Each command is a process that opens a database of its own.
vi.setConfig({ testTimeout: 300_000 });

const WRITERS = 4;
/** How many writes are acknowledged before the backup begins. */
const WRITES_BEFORE = 20;

let folder: string;
let file: string;
let drops: (() => Promise<void>)[];
let running: ServerProcess | null = null;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'backup-'));
  file = join(folder, 'sales.backup');
  drops = [];
});
afterEach(async () => {
  await running?.end('SIGKILL');
  running = null;
  for (const drop of drops) await drop();
  rmSync(folder, { recursive: true });
});

/** An empty place for a database, embedded or on PostgreSQL, and the environment that names it. */
async function aPlace() {
  const { databaseUrl, dataDir, drop } = await ownDatabaseConfig();
  drops.push(drop);
  const env = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, NODE_ENV: 'production' };
  return { env, config: readConfig(env) };
}
type Place = Awaited<ReturnType<typeof aPlace>>;

/** Does something with the database of a place while no server has it open. */
async function within<T>({ config }: Place, work: (db: Database) => Promise<T>): Promise<T> {
  const { db, close } = await openDatabase(config);
  try {
    return await work(db);
  } finally {
    await close();
  }
}

const run = (command: 'backup' | 'restore', { env }: Place, args = [file]) =>
  runServerToItsEnd(env, { script: `src/server/commands/${command}.ts`, args });

/** Every row of every table as text. */
async function allRows(db: Database): Promise<Record<string, string[]>> {
  const tables: Record<string, string[]> = {};
  await db.execute(sql`set timezone = 'UTC'`);
  for (const table of await tablesInOrder(db)) {
    const { rows } = await db.execute<{ row: string }>(sql`select t::text as row from ${sql.identifier(table)} t`);
    tables[table] = rows.map(({ row }) => row).sort();
  }
  return tables;
}

/** A short history with texts that a file of lines could break on. */
async function fill(db: Database): Promise<void> {
  await seedDemo(db, NOW);
  await anAdminsCookie(db);
  const rep = await aUser(db, { name: 'Zoë "Z" O\'Hara, \\ 東京' });
  const location = await aLocation(db);
  await aVisit(db, { repId: rep.id, locationId: location.id, note: 'one\ntwo\u2028three\u0085{"a":1}\t🥤' });
}

describe('a backup', () => {
  it('holds every table as it was, and restores it with the same rows', async () => {
    const [source, target] = [await aPlace(), await aPlace()];
    const before = await within(source, async (db) => {
      await fill(db);
      return await allRows(db);
    });
    const made = await run('backup', source);
    expect(made).toMatchObject({ code: 0, errors: '' });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(await run('restore', target)).toMatchObject({ code: 0, errors: '' });
    const after = await within(target, allRows);
    expect(after).toEqual(before);
    for (const table of ['visits', 'delivery_lines', 'item_prices', 'sessions', 'visit_rollups']) {
      expect(after[table]).not.toHaveLength(0);
    }
  });

  it('that is made while a server writes holds all that was acknowledged before, and nothing by halves', async () => {
    const [source, target] = [await aPlace(), await aPlace()];
    const cookie = await within(source, async (db) => {
      await fill(db);
      return await anAdminsCookie(db);
    });
    running = await startServerProcess(source.env);
    const { address } = running;
    const acknowledged: string[] = [];
    let goesOn = true;
    const writers = Array.from({ length: WRITERS }, async (_, writer) => {
      for (let count = 0; goesOn; count++) {
        const key = `writer-${writer}-write-${count}`;
        if ((await createLocation(address, cookie, key)).status === 201) acknowledged.push(key);
      }
    });
    await vi.waitUntil(() => acknowledged.length >= WRITES_BEFORE, { timeout: 60_000 });
    const before = [...acknowledged];
    expect(await run('backup', source)).toMatchObject({ code: 0, errors: '' });
    await vi.waitUntil(() => acknowledged.length > before.length, { timeout: 60_000 });
    goesOn = false;
    await Promise.all(writers);

    expect(await run('restore', target)).toMatchObject({ code: 0 });
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

  it('of a database before the last migrations restores and is then brought up to date', async () => {
    const target = await aPlace();
    const insert = sql`insert into users (id, name, email, password_hash, roles, active, created_at)
      values ('u1', 'Ada', 'ada@example.com', '-', '{admin}', true, now())`;
    const earlier = await openFilledBefore(4, async (db) => {
      await db.execute(insert);
      await writeBackup(db, file, NOW);
    });
    await earlier.close();
    await restoreBackup(target.config, file);
    const newest = await openTestDatabase();
    const expected = await newest.db.execute(sql`select * from drizzle.__drizzle_migrations`);
    await newest.close();
    const found = await within(target, async (db) => ({
      users: (await db.query.users.findMany()).map(({ id, passwordExpiresAt }) => ({ id, passwordExpiresAt })),
      migrations: (await db.execute(sql`select * from drizzle.__drizzle_migrations`)).rows.length,
    }));
    expect(found).toEqual({ users: [{ id: 'u1', passwordExpiresAt: null }], migrations: expected.rows.length });
  });

  it('is not offered by a server whose data folder has too long a path, which goes on without it', async () => {
    const { db, close } = await openTestDatabase();
    const errors: unknown[] = [];
    const stop = await offerBackups(db, join(folder, 'x'.repeat(120)), (error) => errors.push(error));
    stop();
    await close();
    expect(errors.map(String)).toEqual([expect.stringMatching(/^Error: The path of DATA_DIR is too long/)]);
  });

  it('is not written over a file, and a wrong call says how to call it', async () => {
    const source = await aPlace();
    writeFileSync(file, 'mine');
    expect(await run('backup', source)).toMatchObject({
      code: 1,
      errors: `${file} exists already: name another file\n`,
    });
    expect(readFileSync(file, 'utf8')).toBe('mine');
    expect((await run('backup', source, [])).errors).toBe('Usage: npm run backup -- FILE\n');
    expect((await run('restore', source, [])).errors).toBe('Usage: npm run restore -- FILE\n');
  });
});

describe('a restore', () => {
  it('refuses a database that is not empty, and leaves it as it was', async () => {
    const place = await aPlace();
    const before = await within(place, async (db) => {
      await fill(db);
      await writeBackup(db, file, NOW);
      return await allRows(db);
    });
    await expect(restoreBackup(place.config, file)).rejects.toThrow(
      /^The database is not empty: the table \w+ has rows/,
    );
    expect(await within(place, allRows)).toEqual(before);
  });

  it.each([
    ['cut off', () => truncateSync(file, statSync(file).size - 200), /is not a whole backup/],
    ['of another kind', () => writeFileSync(file, 'id,name\n'), /is not a whole backup|not a backup/],
    ['missing', () => rmSync(file), /ENOENT/],
  ])('refuses a file that is %s, and restores nothing', async (_what, damage, reason) => {
    const [source, target] = [await aPlace(), await aPlace()];
    await within(source, async (db) => {
      await fill(db);
      await writeBackup(db, file, NOW);
    });
    damage();
    await expect(restoreBackup(target.config, file)).rejects.toThrow(reason);
    const left = await within(target, allRows);
    expect(Object.values(left).flat()).toEqual([]);
  });
});
