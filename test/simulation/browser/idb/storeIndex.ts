import { openCursor } from './cursor';
import { compareKeys, rangeOf } from './keys';
import type { SimObjectStore } from './objectStore';
import type { SimRequest } from './request';
import { copyOf, type IndexRules, indexKeys, type StoredRecord } from './stored';

interface Listed extends StoredRecord {
  /** The record's own key; `key` is the index's. */
  primaryKey: StoredRecord['key'];
}

/** IDBIndex: the records of a store in the order of another key. */
export class SimIndex {
  constructor(
    readonly objectStore: SimObjectStore,
    private rules: IndexRules,
  ) {}

  get name(): string {
    return this.rules.name;
  }

  get keyPath(): string | string[] {
    return this.rules.keyPath;
  }

  private found(query: unknown, count?: number): Listed[] {
    const range = rangeOf(query);
    const { transaction, stored } = this.objectStore;
    const listed = transaction.changes
      .all(stored)
      .flatMap((record) => indexKeys(this.rules, record).map((key) => ({ ...record, key, primaryKey: record.key })));
    const inRange = range ? listed.filter(({ key }) => range.includes(key)) : listed;
    inRange.sort((a, b) => compareKeys(a.key, b.key) || compareKeys(a.primaryKey, b.primaryKey));
    return count ? inRange.slice(0, count) : inRange;
  }

  private read(query: unknown, result: (records: Listed[]) => unknown, count?: number): SimRequest {
    const records = () => this.found(query, count);
    const bytes = () => records().reduce((sum, record) => sum + record.bytes, 0);
    return this.objectStore.transaction.ask(this, true, bytes, () => result(records()));
  }

  get(query: unknown): SimRequest {
    return this.read(query, ([first]) => copyOf(first?.value), 1);
  }

  getKey(query: unknown): SimRequest {
    return this.read(query, ([first]) => first?.primaryKey, 1);
  }

  getAll(query?: unknown, count?: number): SimRequest {
    return this.read(query, (records) => records.map(({ value }) => copyOf(value)), count);
  }

  getAllKeys(query?: unknown, count?: number): SimRequest {
    return this.read(query, (records) => records.map(({ primaryKey }) => primaryKey), count);
  }

  count(query?: unknown): SimRequest {
    return this.read(query, (records) => records.length);
  }

  openCursor(query?: unknown, direction?: string): SimRequest {
    return openCursor(this.objectStore, () => this.found(query), direction, true);
  }

  openKeyCursor(query?: unknown, direction?: string): SimRequest {
    return openCursor(this.objectStore, () => this.found(query), direction, false);
  }
}
