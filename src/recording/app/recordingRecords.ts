import type { EventRecorder } from '../core/eventRecorder';
import { isObject, textOf } from '../core/json';
import {
  RECORD_KEYS,
  type RecordStore,
  type RecordTransaction,
  type StoreName,
} from '../../offline/storage/recordStore';

/** A record in a recording. `record` is without its key; `null` when there is none under that key. */
export interface RecordAccess {
  store: StoreName;
  key: string;
  record: object | null;
}

/** One transaction on the queue's record store: what it read that this tab had not written, and what it wrote. */
export interface TransactionAccess {
  found: RecordAccess[];
  wrote: RecordAccess[];
}

export function recordAccess(store: StoreName, key: string, record: unknown): RecordAccess {
  if (typeof record !== 'object' || record === null) return { store, key, record: null };
  const { [RECORD_KEYS[store]]: _, ...rest } = record as Record<string, unknown>;
  return { store, key, record: rest };
}

const isStoreName = (value: unknown): value is StoreName => typeof value === 'string' && value in RECORD_KEYS;

function parseAccesses(value: unknown): RecordAccess[] {
  if (!Array.isArray(value)) return [];
  return value.filter(isObject).flatMap(({ store, key, record }) => {
    return isStoreName(store) ? [{ store, key: textOf(key), record: isObject(record) ? record : null }] : [];
  });
}

/** A transaction as a recording holds it; what cannot be read of it is left out. */
export function parseTransaction(value: unknown): TransactionAccess {
  const { found, wrote } = isObject(value) ? value : {};
  return { found: parseAccesses(found), wrote: parseAccesses(wrote) };
}

export const keyOf = (store: StoreName, record: object): string =>
  String((record as Record<string, unknown>)[RECORD_KEYS[store]]);

/** Records as this tab last saw them, as JSON. A read that differs shows a write of another tab or an earlier start. */
type Known = Map<string, string>;

const recordId = (store: StoreName, key: string) => `${store} ${key}`;

function recordingTransaction(tx: RecordTransaction, known: Known, done: TransactionAccess): RecordTransaction {
  function see(store: StoreName, key: string, record: unknown): void {
    const text = record === undefined ? undefined : JSON.stringify(record);
    if (known.get(recordId(store, key)) === text) return;
    if (text === undefined) known.delete(recordId(store, key));
    else known.set(recordId(store, key), text);
    done.found.push(recordAccess(store, key, record));
  }

  return {
    async get(store, key) {
      const record = await tx.get(store, key);
      see(store, key, record);
      return record;
    },
    async getAll(store) {
      const records = await tx.getAll(store);
      const keys = new Set(records.map((record) => keyOf(store, record as object)));
      const prefix = recordId(store, '');
      for (const id of [...known.keys()]) {
        const key = id.slice(prefix.length);
        if (id.startsWith(prefix) && !keys.has(key)) see(store, key, undefined);
      }
      for (const record of records) see(store, keyOf(store, record as object), record);
      return records;
    },
    async keys(store, prefix) {
      const keys = await tx.keys(store, prefix);
      const found = new Set(keys);
      const start = recordId(store, prefix);
      for (const id of [...known.keys()]) {
        const key = id.slice(recordId(store, '').length);
        if (id.startsWith(start) && !found.has(key)) see(store, key, undefined);
      }
      // Only keys were read: the key alone is recorded, unless the record is known.
      for (const key of keys) {
        if (!known.has(recordId(store, key))) see(store, key, { [RECORD_KEYS[store]]: key });
      }
      return keys;
    },
    async put(store, record) {
      await tx.put(store, record);
      known.set(recordId(store, keyOf(store, record)), JSON.stringify(record));
      done.wrote.push(recordAccess(store, keyOf(store, record), record));
    },
    async delete(store, key) {
      await tx.delete(store, key);
      known.delete(recordId(store, key));
      done.wrote.push(recordAccess(store, key, null));
    },
  };
}

/** The queue's record store, recorded: one call and one response for each transaction. */
export function recordingRecords(records: RecordStore, eventRecorder: EventRecorder): RecordStore {
  const known: Known = new Map();
  return {
    async transact(mode, stores, work) {
      const callId = eventRecorder.call('disk', { mode, stores });
      const done: TransactionAccess = { found: [], wrote: [] };
      try {
        const result = await records.transact(mode, stores, (tx) => {
          done.wrote = [];
          return work(recordingTransaction(tx, known, done));
        });
        eventRecorder.response(callId, done);
        return result;
      } catch (error) {
        eventRecorder.failed(callId, error);
        throw error;
      }
    },
  };
}
