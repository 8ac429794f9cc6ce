import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { sql } from 'drizzle-orm';
import { drizzle as drizzlePg } from 'drizzle-orm/node-postgres';
import { migrate as migratePg } from 'drizzle-orm/node-postgres/migrator';
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite';
import { migrate as migratePglite } from 'drizzle-orm/pglite/migrator';
import pg from 'pg';
import type { Database } from '../../../src/server/db/database';
import * as schema from '../../../src/server/db/schema';
import { MIGRATIONS_DIR, withMigrations } from '../../../src/server/db/migrationsFolder';
import { EXTENSIONS, migratedEmbedded, type OpenDatabase, openDatabase } from '../../../src/server/db/openDatabase';
import { openPool } from '../../../src/server/db/openPool';

export interface TestDatabase extends OpenDatabase {
  /** Its URL for other processes; `null` for an embedded one. */
  url: string | null;
}

const SERVER_URL = process.env.TEST_DATABASE_URL || process.env.DATABASE_URL;
const CACHE_DIR = join(import.meta.dirname, '../../../node_modules/.cache/pglite');

/** A dump of the empty, migrated database: opening one takes a fifth of making one. */
function dumpPath(): string {
  const journal = readFileSync(join(MIGRATIONS_DIR, 'meta/_journal.json'), 'utf8');
  const version = createHash('sha256').update(journal).digest('hex').slice(0, 16);
  return join(CACHE_DIR, `${version}.tar.gz`);
}

async function openMemory(): Promise<PGlite> {
  const path = dumpPath();
  let dump: Buffer<ArrayBuffer>;
  try {
    dump = readFileSync(path);
  } catch {
    const engine = await PGlite.create({ extensions: EXTENSIONS });
    await migratedEmbedded(engine);
    mkdirSync(CACHE_DIR, { recursive: true });
    const own = `${path}.${process.pid}`;
    writeFileSync(own, Buffer.from(await (await engine.dumpDataDir('gzip')).arrayBuffer()));
    renameSync(own, path);
    return engine;
  }
  return PGlite.create({ loadDataDir: new Blob([dump]), extensions: EXTENSIONS });
}

async function inMemory(engine: PGlite): Promise<TestDatabase> {
  const db = await migratedEmbedded(engine);
  return { db, replays: { db, parallel: 1 }, connections: () => [], url: null, close: () => engine.close() };
}

/** A new, empty, migrated database, embedded and in memory. */
export async function openEmbeddedTestDatabase(): Promise<TestDatabase> {
  return inMemory(await openMemory());
}

/** A new, empty database on the server. */
async function createDatabase(serverUrl: string): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  const onServer = async (statement: string) => {
    const client = new pg.Client({ connectionString: serverUrl });
    await client.connect();
    await client.query(statement);
    await client.end();
  };
  await onServer(`create database ${name}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => onServer(`drop database ${name} with (force)`) };
}

async function openOwnOnServer(serverUrl: string, prepare = async (_url: string) => {}): Promise<TestDatabase> {
  const { url, drop } = await createDatabase(serverUrl);
  await prepare(url);
  const opened = await openDatabase({ databaseUrl: url, dataDir: '' });
  return {
    ...opened,
    url,
    close: async () => {
      await opened.close();
      await drop();
    },
  };
}

/**
 * Where a server that runs as its own process has its database, as `openTestDatabase` would choose it, until `drop`.
 * Only one process may have it open.
 */
export async function ownDatabaseConfig(): Promise<{ databaseUrl: string; dataDir: string; drop(): Promise<void> }> {
  if (SERVER_URL) {
    const { url, drop } = await createDatabase(SERVER_URL);
    return { databaseUrl: url, dataDir: '', drop };
  }
  const dataDir = mkdtempSync(join(tmpdir(), 'field-sales-'));
  return { databaseUrl: '', dataDir, drop: async () => rmSync(dataDir, { recursive: true, force: true }) };
}

/**
 * A new, empty, migrated database: embedded and in memory, or on the PostgreSQL server that
 * TEST_DATABASE_URL (else DATABASE_URL) names.
 */
export async function openTestDatabase(): Promise<TestDatabase> {
  return SERVER_URL ? openOwnOnServer(SERVER_URL) : openEmbeddedTestDatabase();
}

/**
 * The same for a database of an earlier version: it is filled at the migration of that number, and then opened as a
 * server does at its start, which runs the later migrations.
 */
export async function openFilledBefore(
  migration: number,
  fill: (db: Database) => Promise<void>,
): Promise<TestDatabase> {
  if (SERVER_URL) {
    return await openOwnOnServer(SERVER_URL, async (url) => {
      const pool = openPool(url);
      const db = drizzlePg(pool, { schema });
      await withMigrations(migration, (migrationsFolder) => migratePg(db, { migrationsFolder }));
      await fill(db);
      await pool.end();
    });
  }
  const engine = await PGlite.create({ extensions: EXTENSIONS });
  const db = drizzlePglite(engine, { schema });
  await withMigrations(migration, (migrationsFolder) => migratePglite(db, { migrationsFolder }));
  await fill(db);
  return inMemory(engine);
}

/** Empties every table. */
export async function emptyTables(db: Database): Promise<void> {
  await db.execute(sql`truncate users, sessions, locations, boxes, items, visits, deliveries, delivery_lines, audit,
    idempotency_keys, item_rollups, delivery_rollups, visit_rollups, sign_in_tries, known_addresses cascade`);
}
