/** The stores of the queue's database, each with the field that is its key. */
export const RECORD_KEYS = {
  /** `QueueEntry`, never rewritten. */
  entries: 'id',
  /** `EntryState`. */
  states: 'id',
  /** `IdMapping`, kept longer than the entries. */
  idMap: 'localId',
  /** The counters, the record of a pass, and the index by which an append finds what it waits for (`orderIndex.ts`). */
  meta: 'name',
  /** What could not be read, as it was found. */
  quarantine: 'id',
  /** Of earlier builds; not used. */
  leases: 'name',
} as const;

export type StoreName = keyof typeof RECORD_KEYS;

/** One transaction: what is read and written in it holds together or not at all. */
export interface RecordTransaction {
  /** `undefined` when there is none. */
  get(store: StoreName, key: string): Promise<unknown>;
  getAll(store: StoreName): Promise<unknown[]>;
  /** The keys that begin with this text, in order. */
  keys(store: StoreName, prefix: string): Promise<string[]>;
  /** Asks for a write; whether it succeeded, the end of the transaction tells. */
  put(store: StoreName, record: object): Promise<void>;
  /** Asks for a write, as `put` does. */
  delete(store: StoreName, key: string): Promise<void>;
}

/** Where the queue lives: the seam between its rules and the browser's database. */
export interface RecordStore {
  /**
   * Runs the work in one transaction and resolves only when it is durable. Rejects, with nothing written, when
   * the work throws, the disk is full, or the storage has not answered a request within 5 s; a commit that is under
   * way by then is given another minute. The work awaits nothing but the transaction, and may be run again on a new
   * connection.
   */
  transact<T>(
    mode: 'readonly' | 'readwrite',
    stores: readonly StoreName[],
    work: (tx: RecordTransaction) => Promise<T>,
  ): Promise<T>;
}

/** The storage did not answer in time. */
export class StorageTimeout extends Error {
  override name = 'StorageTimeout';
}

/** The database was made by a newer build and lacks a store that this one needs. */
export class NewerDatabase extends Error {
  override name = 'NewerDatabase';
}
