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
  /** Unreadable records, unchanged. */
  quarantine: 'id',
  /** Used by earlier builds only. */
  leases: 'name',
} as const;

export type StoreName = keyof typeof RECORD_KEYS;

/** One transaction over the stores of the queue. */
export interface RecordTransaction {
  /** `undefined` when there is none. */
  get(store: StoreName, key: string): Promise<unknown>;
  getAll(store: StoreName): Promise<unknown[]>;
  /** The keys that begin with this text, in order. */
  keys(store: StoreName, prefix: string): Promise<string[]>;
  /** Requests a write. The end of the transaction shows whether it succeeded. */
  put(store: StoreName, record: object): Promise<void>;
  /** Requests a deletion, as `put` requests a write. */
  delete(store: StoreName, key: string): Promise<void>;
}

/** The storage interface of the queue; `idbRecordStore.ts` implements it with IndexedDB. */
export interface RecordStore {
  /**
   * Runs the work in one transaction and resolves only when it is durable. Rejects, with nothing written, when the work
   * throws, the disk is full, or the storage has not responded to any request of this tab for 5 s. A commit under way
   * by then gets another minute. The work must await only the transaction, and may be run again on a new connection.
   */
  transact<T>(
    mode: 'readonly' | 'readwrite',
    stores: readonly StoreName[],
    work: (tx: RecordTransaction) => Promise<T>,
  ): Promise<T>;
}

/** The storage did not respond in time. */
export class StorageTimeout extends Error {
  override name = 'StorageTimeout';
}

/** The database was made by a newer build and lacks a store that this one needs. */
export class NewerDatabase extends Error {
  override name = 'NewerDatabase';
}
