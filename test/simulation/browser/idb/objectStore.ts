import { SimIndex } from './storeIndex';
import { atPath, isKey, type Key, keyOf, rangeOf } from './keys';
import { nameList } from './nameList';
import { openCursor } from './cursor';
import type { SimRequest } from './request';
import { copyOf, type IndexRules, sizeOf, type StoredRecord, type StoredStore } from './stored';
import type { SimTransaction } from './transaction';

const dataError = (text: string) => new DOMException(text, 'DataError');
const bytesOf = (records: readonly StoredRecord[]) => records.reduce((sum, { bytes }) => sum + bytes, 0);

/** IDBObjectStore. */
export class SimObjectStore {
  constructor(
    readonly transaction: SimTransaction,
    readonly stored: StoredStore,
  ) {}

  get name(): string {
    return this.stored.name;
  }

  get keyPath(): string | null {
    return this.stored.keyPath;
  }

  get autoIncrement(): boolean {
    return this.stored.autoIncrement;
  }

  get indexNames() {
    return nameList(this.stored.indexes.keys());
  }

  /** The records of the query, as this transaction sees them. */
  private found(query: unknown, count?: number): StoredRecord[] {
    if (isKey(query)) {
      const one = this.transaction.changes.get(this.stored, query);
      return one ? [one] : [];
    }
    const range = rangeOf(query);
    const all = this.transaction.changes.all(this.stored);
    const inRange = range ? all.filter(({ key }) => range.includes(key)) : all;
    return count ? inRange.slice(0, count) : inRange;
  }

  private read(query: unknown, result: (records: StoredRecord[]) => unknown, count?: number): SimRequest {
    const records = () => this.found(query, count);
    return this.transaction.ask(
      this,
      true,
      () => bytesOf(records()),
      () => result(records()),
    );
  }

  get(query: unknown): SimRequest {
    return this.read(query, ([first]) => copyOf(first?.value), 1);
  }

  getKey(query: unknown): SimRequest {
    return this.read(query, ([first]) => first?.key, 1);
  }

  getAll(query?: unknown, count?: number): SimRequest {
    return this.read(query, (records) => records.map(({ value }) => copyOf(value)), count);
  }

  getAllKeys(query?: unknown, count?: number): SimRequest {
    return this.transaction.ask(
      this,
      true,
      () => 0,
      () => this.found(query, count).map(({ key }) => key),
    );
  }

  count(query?: unknown): SimRequest {
    return this.transaction.ask(
      this,
      true,
      () => 0,
      () => this.found(query).length,
    );
  }

  openCursor(query?: unknown, direction?: string): SimRequest {
    return openCursor(this, () => this.found(query), direction, true);
  }

  openKeyCursor(query?: unknown, direction?: string): SimRequest {
    return openCursor(this, () => this.found(query), direction, false);
  }

  put(value: unknown, key?: unknown): SimRequest {
    return this.write(value, key, false);
  }

  add(value: unknown, key?: unknown): SimRequest {
    return this.write(value, key, true);
  }

  private keyFor(value: unknown, given: unknown): Key {
    const { keyPath, autoIncrement } = this.stored;
    if (keyPath !== null && given !== undefined) throw dataError('The store has a key path.');
    const own = keyPath === null ? given : atPath(value, keyPath);
    if (own !== undefined) return keyOf(own);
    if (!autoIncrement) throw dataError('The record has no key.');
    const key = this.stored.nextNumber;
    this.stored.nextNumber += 1;
    if (keyPath !== null && typeof value === 'object' && value !== null) Reflect.set(value, keyPath, key);
    return key;
  }

  private write(given: unknown, givenKey: unknown, isNew: boolean): SimRequest {
    const { transaction, stored } = this;
    transaction.mustWrite();
    const value = copyOf(given);
    const key = this.keyFor(value, givenKey);
    const record: StoredRecord = { key, value, bytes: sizeOf(value) };
    return transaction.ask(
      this,
      false,
      () => 0,
      () => {
        if (isNew && transaction.changes.get(stored, key)) throw new DOMException('Key exists', 'ConstraintError');
        const { disk } = transaction.db;
        const before = transaction.changes.get(stored, key);
        transaction.changes.set(stored, key, record);
        const isFull = disk.isFullWith(transaction.changes.growth(transaction.db.stored));
        if (disk.conditions.quotaAt === 'put' && isFull) {
          transaction.changes.set(stored, key, before);
          disk.onFault('diskFullAtPut');
          throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
        }
        return key;
      },
    );
  }

  delete(query: unknown): SimRequest {
    this.transaction.mustWrite();
    return this.transaction.ask(
      this,
      false,
      () => 0,
      () => {
        for (const { key } of this.found(query)) this.transaction.changes.set(this.stored, key, null);
        return undefined;
      },
    );
  }

  clear(): SimRequest {
    return this.delete(null);
  }

  index(name: string): SimIndex {
    const rules = this.stored.indexes.get(name);
    if (!rules) throw new DOMException(`No index ${name}`, 'NotFoundError');
    return new SimIndex(this, rules);
  }

  createIndex(name: string, keyPath: string | string[], options: Partial<IndexRules> = {}): SimIndex {
    const rules = { name, keyPath, unique: options.unique ?? false, multiEntry: options.multiEntry ?? false };
    this.stored.indexes.set(name, rules);
    return new SimIndex(this, rules);
  }

  deleteIndex(name: string): void {
    this.stored.indexes.delete(name);
  }
}
