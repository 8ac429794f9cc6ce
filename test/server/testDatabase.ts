import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import type { Database } from '../../src/server/db/database';
import { EXTENSIONS, MIGRATIONS_DIR, migratedEmbedded, openDatabase } from '../../src/server/db/openDatabase';

export interface TestDatabase {
  db: Database;
  close(): Promise<void>;
}

const SERVER_URL = process.env.TEST_DATABASE_URL || process.env.DATABASE_URL;
const CACHE_DIR = join(import.meta.dirname, '../../node_modules/.cache/pglite');

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

async function openOwnOnServer(serverUrl: string): Promise<TestDatabase> {
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
  const { db, close } = await openDatabase({ databaseUrl: url.href, dataDir: '' });
  return {
    db,
    close: async () => {
      await close();
      await onServer(`drop database ${name} with (force)`);
    },
  };
}

/**
 * An empty, migrated database of one's own: embedded and in memory, or on the PostgreSQL server that
 * TEST_DATABASE_URL (else DATABASE_URL) names.
 */
export async function openTestDatabase(): Promise<TestDatabase> {
  if (SERVER_URL) return openOwnOnServer(SERVER_URL);
  const engine = await openMemory();
  return { db: await migratedEmbedded(engine), close: () => engine.close() };
}

/** Empties every table. */
export async function emptyTables(db: Database): Promise<void> {
  await db.execute(sql`truncate users, sessions, locations, boxes, items, visits, deliveries, delivery_lines, audit,
    idempotency_keys, item_rollups, delivery_rollups, visit_rollups, sign_in_tries, known_addresses cascade`);
}
