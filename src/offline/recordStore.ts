/** The stores of the queue's database, each with the field that is its key. */
export const RECORD_KEYS = {
  /** `QueueEntry`, never rewritten. */
  entries: 'id',
  /** `EntryState`. */
  states: 'id',
  /** `IdMapping`, kept longer than the entries. */
  idMap: 'localId',
  /** The counters. */
  meta: 'name',
  /** What could not be read, as it was found. */
  quarantine: 'id',
  /** Who drains and who lives, where there are no Web Locks. */
  leases: 'name',
} as const;

export type StoreName = keyof typeof RECORD_KEYS;

/** One transaction: what is read and written in it holds together or not at all. */
export interface RecordTransaction {
  /** `undefined` when there is none. */
  get(store: StoreName, key: string): Promise<unknown>;
  getAll(store: StoreName): Promise<unknown[]>;
  put(store: StoreName, record: object): Promise<void>;
  delete(store: StoreName, key: string): Promise<void>;
}

/** Where the queue lives: the seam between its rules and the browser's database. */
export interface RecordStore {
  /**
   * Runs the work in one transaction and resolves only when it is durable. Rejects, with nothing written, when
   * the work throws, the disk is full, or the storage has not answered within 5 s; a commit that is under way by then
   * is given another minute. The work awaits nothing but the transaction, and may be run again on a new connection.
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
