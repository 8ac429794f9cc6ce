import { compareKeys, type Key, keyOf } from './keys';
import type { SimObjectStore } from './objectStore';
import type { SimRequest } from './request';
import { copyOf, type StoredRecord } from './stored';

interface Listed extends StoredRecord {
  primaryKey?: Key;
}

/** IDBCursor, and IDBCursorWithValue. */
export class SimCursor {
  key: Key;
  primaryKey: Key;
  value: unknown = undefined;

  constructor(
    private store: SimObjectStore,
    readonly request: SimRequest,
    readonly direction: string,
    record: Listed,
    hasValue: boolean,
    private go: (isNext: (record: Listed) => boolean, count: number) => void,
  ) {
    this.key = record.key;
    this.primaryKey = record.primaryKey ?? record.key;
    if (hasValue) this.value = copyOf(record.value);
  }

  get source() {
    return this.store;
  }

  private isBeyond(record: Listed): boolean {
    const own = record.primaryKey ?? record.key;
    const order = compareKeys(record.key, this.key) || compareKeys(own, this.primaryKey);
    return this.direction.startsWith('prev') ? order < 0 : order > 0;
  }

  advance(count: number): void {
    this.go((record) => this.isBeyond(record), count);
  }

  continue(key?: unknown): void {
    const from = key === undefined ? null : keyOf(key);
    const sign = this.direction.startsWith('prev') ? -1 : 1;
    this.go((record) => this.isBeyond(record) && (!from || sign * compareKeys(record.key, from) >= 0), 1);
  }

  continuePrimaryKey(key: unknown): void {
    this.continue(key);
  }

  update(value: unknown): SimRequest {
    return this.store.keyPath === null ? this.store.put(value, this.primaryKey) : this.store.put(value);
  }

  delete(): SimRequest {
    return this.store.delete(this.primaryKey);
  }
}

/** Goes through the records one at a time; `null` at the end. */
export function openCursor(
  store: SimObjectStore,
  found: () => Listed[],
  direction = 'next',
  hasValue = true,
): SimRequest {
  const { transaction } = store;
  const ordered = () => (direction.startsWith('prev') ? found().reverse() : found());
  const cursorAt = (record: Listed | undefined): SimCursor | null => {
    if (!record) return null;
    return new SimCursor(store, request, direction, record, hasValue, (isNext, count) => {
      request.reopen();
      transaction.askAgain(
        request,
        true,
        () => record.bytes,
        () => cursorAt(ordered().filter(isNext)[count - 1]),
      );
    });
  };
  const request: SimRequest = transaction.ask(
    store,
    true,
    () => 0,
    () => cursorAt(ordered()[0]),
  );
  return request;
}
