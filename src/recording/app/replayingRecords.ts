import type { ReplayLog } from '../behaviour/replayLog';
import type { ResponseEvent } from '../core/events';
import {
  RECORD_KEYS,
  type RecordStore,
  type RecordTransaction,
  StorageTimeout,
  type StoreName,
} from '../../offline/storage/recordStore';
import { keyOf, parseTransaction, type TransactionAccess, recordAccess } from './recordingRecords';

type Disk = Map<StoreName, Map<string, object>>;

const copyOf = (disk: Disk): Disk => new Map([...disk].map(([store, records]) => [store, new Map(records)]));

function recordsIn(disk: Disk, store: StoreName): Map<string, object> {
  const records = disk.get(store) ?? new Map<string, object>();
  disk.set(store, records);
  return records;
}

/** Copies of all records in the order of their keys, as a database returns them. */
function inOrder(records: Map<string, object>): object[] {
  return [...records].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, record]) => structuredClone(record));
}

function transactionOn(disk: Disk, wrote: TransactionAccess['wrote']): RecordTransaction {
  return {
    get: async (store, key) => structuredClone(recordsIn(disk, store).get(key)),
    getAll: async (store) => inOrder(recordsIn(disk, store)),
    keys: async (store, prefix) =>
      [...recordsIn(disk, store).keys()].filter((key) => key.startsWith(prefix)).sort((a, b) => (a < b ? -1 : 1)),
    async put(store, record) {
      recordsIn(disk, store).set(keyOf(store, record), structuredClone(record));
      wrote.push(recordAccess(store, keyOf(store, record), record));
    },
    async delete(store, key) {
      recordsIn(disk, store).delete(key);
      wrote.push(recordAccess(store, key, null));
    },
  };
}

/** The queue's record store in a replay: in memory, filled with the records that the recording says were read. */
export function replayingRecords(log: ReplayLog): RecordStore {
  let disk: Disk = new Map();

  function find({ found }: TransactionAccess): void {
    for (const { store, key, record } of found) {
      if (record === null) recordsIn(disk, store).delete(key);
      else recordsIn(disk, store).set(key, { ...record, [RECORD_KEYS[store]]: key });
    }
  }

  async function run<T>(event: ResponseEvent, work: (tx: RecordTransaction) => Promise<T>): Promise<T> {
    if (event.failed !== undefined) {
      const failed = event.failed === 'StorageTimeout' ? new StorageTimeout() : new Error(event.failed);
      throw Object.assign(failed, { name: event.failed });
    }
    const recorded = parseTransaction(event.value);
    find(recorded);
    const wrote: TransactionAccess['wrote'] = [];
    const draft = copyOf(disk);
    const result = await work(transactionOn(draft, wrote));
    disk = draft;
    log.wrote(event, recorded.wrote, wrote);
    return result;
  }

  return {
    transact: (mode, stores, work) =>
      new Promise((resolve, reject) => {
        log.call('disk', { mode, stores }, (event) => void run(event, work).then(resolve, reject));
      }),
  };
}
