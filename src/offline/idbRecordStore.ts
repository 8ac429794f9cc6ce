import { type IDBPDatabase, type IDBPTransaction, openDB } from 'idb';
import { RECORD_KEYS, type RecordStore, type RecordTransaction, StorageTimeout, type StoreName } from './recordStore';

const DATABASE_NAME = 'field-sales-queue';
const DATABASE_VERSION = 1;
const ANSWER_WITHIN_MS = 5_000;

type Transaction = IDBPTransaction<unknown, string[], IDBTransactionMode>;

function open(onLost: () => void): Promise<IDBPDatabase> {
  return openDB(DATABASE_NAME, DATABASE_VERSION, {
    upgrade(database, oldVersion) {
      if (oldVersion >= 1) return;
      for (const [store, keyPath] of Object.entries(RECORD_KEYS)) database.createObjectStore(store, { keyPath });
    },
    // A newer build in another tab waits for this connection: it goes, and is opened again when needed.
    blocking: (_current, _blocked, event) => {
      (event.target as IDBDatabase | null)?.close();
      onLost();
    },
    terminated: onLost,
  });
}

function recordsOf(tx: Transaction): RecordTransaction {
  const records = (store: StoreName) => tx.objectStore(store);
  return {
    get: (store, key) => records(store).get(key),
    getAll: (store) => records(store).getAll(),
    put: async (store, record) => {
      await records(store).put?.(record);
    },
    delete: async (store, key) => {
      await records(store).delete?.(key);
    },
  };
}

function isLostConnection(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'InvalidStateError';
}

/**
 * The queue in IndexedDB, strict: a transaction counts as done when the disk has it. A connection that was lost
 * (closed by the system, as WebKit does, or for an upgrade) is opened again once.
 */
export function createIdbRecordStore(): RecordStore {
  let connection: Promise<IDBPDatabase> | null = null;

  function connect(): Promise<IDBPDatabase> {
    connection ??= open(() => {
      connection = null;
    }).catch((error: unknown) => {
      connection = null;
      throw error;
    });
    return connection;
  }

  async function begin(stores: readonly StoreName[], mode: 'readonly' | 'readwrite'): Promise<Transaction> {
    const start = async () => (await connect()).transaction([...stores], mode, { durability: 'strict' });
    try {
      return await start();
    } catch (error) {
      if (!isLostConnection(error)) throw error;
      connection = null;
      return start();
    }
  }

  return {
    async transact(mode, stores, work) {
      let tx: Transaction | null = null;
      let isLate = false;
      const run = async () => {
        tx = await begin(stores, mode);
        // An abort shows in `done`, which nobody may be waiting for yet.
        tx.done.catch(() => undefined);
        if (isLate) return abort(tx, new StorageTimeout());
        try {
          const result = await work(recordsOf(tx));
          commit(tx);
          await tx.done;
          return result;
        } catch (error) {
          return abort(tx, error);
        }
      };
      let timer: ReturnType<typeof setTimeout> | undefined;
      const late = new Promise<never>((_, reject) => {
        timer = setTimeout(() => {
          isLate = true;
          if (tx) abortQuietly(tx);
          reject(new StorageTimeout());
        }, ANSWER_WITHIN_MS);
      });
      try {
        return await Promise.race([run(), late]);
      } finally {
        clearTimeout(timer);
      }
    },
  };
}

/** Says that nothing more will be asked; else the browser finds that out one turn later. */
function commit(tx: Transaction): void {
  try {
    tx.commit();
  } catch {
    // Ended by an error already, which its `done` tells.
  }
}

function abortQuietly(tx: Transaction): void {
  try {
    tx.abort();
  } catch {
    // Over already, one way or the other.
  }
}

function abort(tx: Transaction, error: unknown): never {
  abortQuietly(tx);
  throw tx.error ?? error;
}
