import { type IDBPDatabase, type IDBPTransaction, openDB, unwrap } from 'idb';
import {
  NewerDatabase,
  RECORD_KEYS,
  type RecordStore,
  type RecordTransaction,
  StorageTimeout,
  type StoreName,
} from './recordStore';
import { createTimeLimits } from './timeLimit';

const DATABASE_NAME = 'field-sales-queue';
/**
 * Large stores are read in parts, to distinguish a slow disk from one that does not respond. The first part is small;
 * the next is four times as large after a fast part, half as large after a slow one.
 */
const FIRST_PART = 8;
const LARGEST_PART = 1_024;
const FAST_PART_MS = 300;

type Transaction = IDBPTransaction<unknown, string[], IDBTransactionMode>;

/**
 * Opens the database at its current version. A newer build may have created it; both builds can save as long as the
 * stores exist (invariant 37). Creates version 1 if there is no database.
 */
async function open(onLost: () => void): Promise<IDBPDatabase> {
  const database = await openDB(DATABASE_NAME, undefined, {
    upgrade(created) {
      for (const [store, keyPath] of Object.entries(RECORD_KEYS)) created.createObjectStore(store, { keyPath });
    },
    // A newer build in another tab waits until this connection closes. It is opened again when needed.
    blocking: (_current, _blocked, event) => {
      (event.target as IDBDatabase | null)?.close();
      onLost();
    },
    terminated: onLost,
  });
  const isLacking = Object.keys(RECORD_KEYS).some((store) => !database.objectStoreNames.contains(store));
  if (!isLacking) return database;
  database.close();
  throw new NewerDatabase();
}

/** The requests of one transaction. Each response restarts the time limit of every transaction. */
function recordsOf(tx: Transaction, onResponse: () => void): RecordTransaction {
  const records = (store: StoreName) => tx.objectStore(store);
  const timed = async <T>(request: Promise<T> | undefined) => {
    const response = await request;
    onResponse();
    return response as T;
  };
  // Writes are not awaited. One that fails aborts the transaction, which rejects with the reason.
  const rawStore = (store: StoreName) => unwrap(tx).objectStore(store);
  return {
    get: (store, key) => timed(records(store).get(key)),
    async getAll(store) {
      const all: unknown[] = [];
      let size = FIRST_PART;
      let after: IDBKeyRange | undefined;
      for (;;) {
        const requestedAt = performance.now();
        const part = await timed<unknown[]>(records(store).getAll(after, size));
        all.push(...part);
        const last = part.at(-1) as Record<string, string> | undefined;
        if (!last || part.length < size) return all;
        after = IDBKeyRange.lowerBound(last[RECORD_KEYS[store]], true);
        size =
          performance.now() - requestedAt < FAST_PART_MS ? Math.min(LARGEST_PART, size * 4) : Math.max(1, size >> 1);
      }
    },
    keys: (store, prefix) =>
      timed(records(store).getAllKeys(IDBKeyRange.bound(prefix, `${prefix}\uffff`)) as Promise<string[]>),
    put: async (store, record) => void rawStore(store).put(record),
    delete: async (store, key) => void rawStore(store).delete(key),
  };
}

const isNamed = (error: unknown, name: string) => error instanceof DOMException && error.name === name;

/** Whether the connection was closed before the transaction began. */
const isClosedConnection = (error: unknown) => isNamed(error, 'InvalidStateError');

/**
 * Whether WebKit has closed the connection of a background tab (https://bugs.webkit.org/show_bug.cgi?id=197050). A full
 * disk may cause the same error.
 */
const isWebKitClosedConnection = (error: unknown) => isNamed(error, 'UnknownError');

/**
 * The queue in IndexedDB with strict durability: a transaction is complete when its data is on disk. A closed
 * connection (closed by the browser, as in WebKit, or for an upgrade) is opened again once.
 */
export function createIdbRecordStore(): RecordStore {
  let connection: Promise<IDBPDatabase> | null = null;
  const limitTime = createTimeLimits();

  function connect(): Promise<IDBPDatabase> {
    connection ??= open(() => {
      connection = null;
    }).catch((error: unknown) => {
      connection = null;
      throw error;
    });
    return connection;
  }

  function disconnect(): void {
    connection?.then((database) => database.close()).catch(() => undefined);
    connection = null;
  }

  async function begin(stores: readonly StoreName[], mode: 'readonly' | 'readwrite'): Promise<Transaction> {
    const start = async () => (await connect()).transaction([...stores], mode, { durability: 'strict' });
    try {
      return await start();
    } catch (error) {
      if (!isClosedConnection(error)) throw error;
      connection = null;
      return start();
    }
  }

  return {
    async transact(mode, stores, work) {
      let tx: Transaction | null = null;
      let isLate = false;
      const limit = limitTime(() => {
        isLate = tx === null || abortQuietly(tx);
        return isLate;
      });
      const attempt = async () => {
        // A transaction of an earlier attempt has ended.
        tx = null;
        tx = await begin(stores, mode);
        // An abort rejects `done`, which may have no handler yet.
        tx.done.catch(() => undefined);
        if (isLate) return abort(tx, new StorageTimeout());
        try {
          const result = await work(recordsOf(tx, limit.onResponse));
          commit(tx);
          if (mode === 'readwrite') await tx.done;
          limit.onResponse();
          return result;
        } catch (error) {
          return abort(tx, error);
        }
      };
      const withReconnect = async () => {
        try {
          return await attempt();
        } catch (error) {
          if (isLate || !isWebKitClosedConnection(error)) throw error;
          disconnect();
          return attempt();
        }
      };
      try {
        return await Promise.race([withReconnect(), limit.exceeded]);
      } finally {
        // What was reported as failed is not attempted again.
        isLate = true;
        limit.cancel();
      }
    },
  };
}

/** Commits at once. Otherwise the browser waits one more turn for further requests. */
function commit(tx: Transaction): void {
  try {
    tx.commit();
  } catch {
    // The transaction has already failed. `tx.done` rejects with the reason.
  }
}

/** Returns false when the transaction has ended, or its commit is under way. */
function abortQuietly(tx: Transaction): boolean {
  try {
    tx.abort();
    return true;
  } catch {
    return false;
  }
}

function abort(tx: Transaction, error: unknown): never {
  abortQuietly(tx);
  throw tx.error ?? error;
}
