import { atPath, compareKeys, type Key, keyOf, textOfKey } from './keys';

export interface IndexRules {
  name: string;
  keyPath: string | string[];
  unique: boolean;
  multiEntry: boolean;
}

export interface StoredRecord {
  key: Key;
  value: unknown;
  bytes: number;
}

/** One object store as it lies on disk: committed records only. */
export class StoredStore {
  readonly records = new Map<string, StoredRecord>();
  readonly indexes = new Map<string, IndexRules>();
  nextNumber = 1;

  constructor(
    readonly name: string,
    readonly keyPath: string | null,
    readonly autoIncrement: boolean,
  ) {}
}

/** A database as it lies on disk. */
export class StoredDatabase {
  version = 0;
  readonly stores = new Map<string, StoredStore>();

  constructor(readonly name: string) {}
}

const BYTES_PER_RECORD = 50;

/** Roughly what a value takes on disk. */
export function sizeOf(value: unknown): number {
  if (typeof value === 'string') return BYTES_PER_RECORD + value.length;
  if (value instanceof Uint8Array) return BYTES_PER_RECORD + value.byteLength;
  return BYTES_PER_RECORD + (JSON.stringify(value)?.length ?? 0);
}

/** A copy that nobody else can change. */
export function copyOf<T>(value: T): T {
  return typeof value === 'object' && value !== null ? structuredClone(value) : value;
}

/** What a transaction has changed so far, by store and key; `null` for a record that is gone. */
export class Overlay {
  private changes = new Map<string, Map<string, StoredRecord | null>>();

  get(store: StoredStore, key: Key): StoredRecord | null {
    const changed = this.changes.get(store.name)?.get(textOfKey(key));
    return changed === undefined ? (store.records.get(textOfKey(key)) ?? null) : changed;
  }

  set(store: StoredStore, key: Key, record: StoredRecord | null): void {
    const ofStore = this.changes.get(store.name) ?? new Map<string, StoredRecord | null>();
    this.changes.set(store.name, ofStore.set(textOfKey(key), record));
  }

  /** All records in the order of their keys. */
  all(store: StoredStore): StoredRecord[] {
    const changed = this.changes.get(store.name);
    const merged = changed ? new Map<string, StoredRecord | null>([...store.records, ...changed]) : store.records;
    const records = [...merged.values()].filter((record) => record !== null);
    return records.sort((a, b) => compareKeys(a.key, b.key));
  }

  /** By how much the disk grows when this is committed, bytes. */
  growth(database: StoredDatabase): number {
    let bytes = 0;
    for (const [name, changed] of this.changes) {
      const stored = database.stores.get(name)?.records;
      for (const [key, record] of changed) bytes += (record?.bytes ?? 0) - (stored?.get(key)?.bytes ?? 0);
    }
    return bytes;
  }

  /** Puts all of it on disk at once. */
  commit(database: StoredDatabase): void {
    for (const [name, changed] of this.changes) {
      const stored = database.stores.get(name)?.records;
      for (const [key, record] of changed) {
        if (record) stored?.set(key, record);
        else stored?.delete(key);
      }
    }
    this.changes.clear();
  }

  get isEmpty(): boolean {
    return this.changes.size === 0;
  }
}

/** The keys under which an index lists a record. */
export function indexKeys(index: IndexRules, record: StoredRecord): Key[] {
  const valid = (value: unknown): Key[] => {
    try {
      return [keyOf(value)];
    } catch {
      return [];
    }
  };
  if (Array.isArray(index.keyPath)) return valid(index.keyPath.map((path) => atPath(record.value, path)));
  const value = atPath(record.value, index.keyPath);
  return index.multiEntry && Array.isArray(value) ? value.flatMap(valid) : valid(value);
}
