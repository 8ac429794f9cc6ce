import { type IDBPDatabase, type IDBPTransaction, openDB } from 'idb';
import { RECORD_KEYS, type RecordStore, type RecordTransaction, StorageTimeout, type StoreName } from './recordStore';

const DATABASE_NAME = 'field-sales-queue';
const DATABASE_VERSION = 1;
const ANSWER_WITHIN_MS = 5_000;
/** A commit under way can't be called back and may still land: its end is worth waiting for. */
const COMMIT_WITHIN_MS = 60_000;
/** A timer this late says that the page stood still, not the disk. */
const STALLED_MS = 1_000;

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

/** What WebKit says when it has cut the connection of a tab in the background; a full disk may say the same. */
function isCutConnection(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'UnknownError';
}

/** Rejects when the disk has had its time and `giveUp` could stop the work, or could not and it has had its last. */
function outOfTime(giveUp: () => boolean): { rejected: Promise<never>; cancel(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const rejected = new Promise<never>((_, reject) => {
    const fail = () => reject(new StorageTimeout());
    const after = (ms: number, then: () => void) => {
      const due = performance.now() + ms;
      const isStalled = () => performance.now() > due + STALLED_MS;
      timer = setTimeout(() => (isStalled() ? after(ms, then) : then()), ms);
    };
    after(ANSWER_WITHIN_MS, () => (giveUp() ? fail() : after(COMMIT_WITHIN_MS, fail)));
  });
  return { rejected, cancel: () => clearTimeout(timer) };
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

  function disconnect(): void {
    connection?.then((database) => database.close()).catch(() => undefined);
    connection = null;
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
      const attempt = async () => {
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
      const run = async () => {
        try {
          return await attempt();
        } catch (error) {
          if (isLate || !isCutConnection(error)) throw error;
          disconnect();
          return attempt();
        }
      };
      const time = outOfTime(() => {
        isLate = tx === null || abortQuietly(tx);
        return isLate;
      });
      try {
        return await Promise.race([run(), time.rejected]);
      } finally {
        time.cancel();
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

/** False when it is over, one way or the other, or its commit is under way. */
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
