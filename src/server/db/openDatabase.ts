import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { DrizzleQueryError } from 'drizzle-orm';
import { drizzle as drizzlePg } from 'drizzle-orm/node-postgres';
import { migrate as migratePg } from 'drizzle-orm/node-postgres/migrator';
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite';
import { migrate as migratePglite } from 'drizzle-orm/pglite/migrator';
import pg from 'pg';
import { HOUR_MS, MINUTE_MS } from '../../domain/durations';
import type { Config } from '../config';
import { fillEmptyRollups } from '../rollups/rebuildRollups';
import { type ConnectionCounts, type Database, onSharedConnections, type ReplayDatabase } from './database';
import { DatabaseFiles } from './databaseFiles';
import { DataDirInUse, LOCK_FOLDER, lockDataDir } from './dataDirLock';
import type { HeldLock } from './heldLock';
import { withMigrations } from './migrationsFolder';
import { openPool, type PoolUse, POOL_SIZE, REPLAY_POOL_SIZE } from './openPool';
import { createPrivateFolder, makePrivate } from './privateFiles';
import * as schema from './schema';

/** The folder of the embedded database in the data folder. */
const DATABASE_FOLDER = 'db';
/**
 * What PostgreSQL does in processes that the embedded database lacks, and how often. Without `checkpoint` the log would
 * grow until the next stop, without `vacuum` the files with every replaced row. `analyze` updates the statistics.
 */
const UPKEEP: readonly [everyMs: number, statement: string][] = [
  [5 * MINUTE_MS, 'checkpoint'],
  [HOUR_MS, 'vacuum (analyze)'],
];
/** How long the start waits for a server to take a connection. */
const CONNECT_MAX_MS = 5_000;
/**
 * The advisory lock of migrations, an arbitrary number that is the same in every process. Two processes that start at
 * once migrate one after the other.
 */
const MIGRATION_LOCK = 7_224_109;

/** The extensions that the embedded engine must load. PostgreSQL has them installed. */
export const EXTENSIONS = { pg_trgm };

/** An open, migrated database and the way to close it. */
export interface OpenDatabase {
  db: Database;
  /** For writes that devices recorded earlier. */
  replays: ReplayDatabase;
  /** None for the embedded database. */
  connections(): ConnectionCounts[];
  /** Ends every connection and releases the data folder. */
  close(): Promise<void>;
}

/** The database of an embedded engine, brought up to the newest migration, or to the first `migrations` of them. */
export async function migratedEmbedded(engine: PGlite, migrations?: number): Promise<Database> {
  const db = drizzlePglite(engine, { schema });
  await withMigrations(migrations, (migrationsFolder) => migratePglite(db, { migrationsFolder }));
  await fillEmptyRollups(db);
  return db;
}

/** Locks the data folder and closes it to other users. */
async function lockPrivately(dataDir: string): Promise<HeldLock> {
  try {
    createPrivateFolder(join(dataDir, DATABASE_FOLDER));
    const lock = await lockDataDir(dataDir);
    try {
      makePrivate(dataDir, [DATABASE_FOLDER, LOCK_FOLDER]);
    } catch (error) {
      lock.release();
      throw error;
    }
    return lock;
  } catch (error) {
    if (error instanceof DataDirInUse) throw error;
    throw new Error(`DATA_DIR must name a folder that this user owns and can write to: ${reasonOf(error)}`, {
      cause: error,
    });
  }
}

async function openEmbedded(dataDir: string, migrations?: number): Promise<OpenDatabase> {
  const lock = await lockPrivately(dataDir);
  try {
    const fs = new DatabaseFiles(join(dataDir, DATABASE_FOLDER), lock);
    const engine = await PGlite.create({ fs, extensions: EXTENSIONS });
    const db = await migratedEmbedded(engine, migrations);
    const timers = UPKEEP.map(([everyMs, statement]) =>
      // One that fails, for example on a full disk, is made up for by the next.
      setInterval(() => void engine.query(statement).catch(() => undefined), everyMs).unref(),
    );
    return {
      db,
      replays: onSharedConnections(db),
      connections: () => [],
      close: async () => {
        for (const timer of timers) clearInterval(timer);
        await engine.close();
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw new Error(`The database in the folder DATA_DIR, ${dataDir}, could not be opened: ${reasonOf(error)}`, {
      cause: error,
    });
  }
}

/** A separate connection without a statement timeout, unless PgBouncer sets one. */
async function connect(databaseUrl: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: CONNECT_MAX_MS,
    options: '-c statement_timeout=0',
  });
  // Without a listener this event would end the process; the running query fails with the same error.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/**
 * Migrates under a lock, which ends with its transaction: PgBouncer in transaction mode has no sessions. The migrator
 * has a transaction of its own, so that the lock needs another connection.
 */
async function migrateServer(databaseUrl: string, migrations?: number): Promise<void> {
  const [locking, client] = [await connect(databaseUrl), await connect(databaseUrl)];
  try {
    await locking.query(`begin; set local statement_timeout = 0; set local lock_timeout = 0;
      set local idle_in_transaction_session_timeout = 0`);
    await locking.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
    const db = drizzlePg(client, { schema });
    await withMigrations(migrations, (migrationsFolder) => migratePg(db, { migrationsFolder }));
    await fillEmptyRollups(db);
    await locking.query('commit');
  } finally {
    await Promise.all([locking.end(), client.end()]);
  }
}

/** Why a connection failed, in one line. Node reports a refused connection with a code only, without a message. */
function reasonOf(error: unknown): string {
  const cause = error instanceof DrizzleQueryError ? error.cause : error;
  if (!(cause instanceof Error)) return String(cause);
  const [reason] = cause.message.split('\n');
  return reason || ('code' in cause ? String(cause.code) : cause.name);
}

const countsOf = (name: string, { totalCount, idleCount, waitingCount }: pg.Pool): ConnectionCounts => ({
  pool: name,
  open: totalCount,
  idle: idleCount,
  waiting: waitingCount,
});

/** Opens a database on a server without migrating it: another version may be using it. */
export function openAsItIs(databaseUrl: string, use: PoolUse = 'command'): OpenDatabase {
  const pool = openPool(databaseUrl, POOL_SIZE, use);
  const replayPool = openPool(databaseUrl, REPLAY_POOL_SIZE, use);
  return {
    db: drizzlePg(pool, { schema }),
    replays: { db: drizzlePg(replayPool, { schema }), parallel: REPLAY_POOL_SIZE },
    connections: () => [countsOf('interactive', pool), countsOf('replays', replayPool)],
    close: async () => {
      await Promise.all([pool.end(), replayPool.end()]);
    },
  };
}

async function openServer(databaseUrl: string, { migrations, use }: OpenOptions): Promise<OpenDatabase> {
  try {
    await migrateServer(databaseUrl, migrations);
    return openAsItIs(databaseUrl, use);
  } catch (error) {
    throw new Error(`The database that DATABASE_URL names could not be opened: ${reasonOf(error)}`, { cause: error });
  }
}

interface OpenOptions {
  /** The number of migrations to apply; a restore applies those of its backup. All of them if absent. */
  migrations?: number;
  use?: PoolUse;
}

/**
 * Opens the database that the configuration names and migrates it. Every command opens the embedded database with it,
 * so that none opens a folder that another process has open. `npm run backup` opens a PostgreSQL with `openAsItIs`.
 */
export function openDatabase(
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  options: OpenOptions = {},
): Promise<OpenDatabase> {
  return databaseUrl ? openServer(databaseUrl, options) : openEmbedded(dataDir, options.migrations);
}
