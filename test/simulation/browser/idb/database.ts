import { SimEventTarget } from '../events';
import type { SimTab } from '../simTab';
import type { Disk } from './disk';
import { nameList } from './nameList';
import { SimObjectStore } from './objectStore';
import { StoredStore, type StoredDatabase } from './stored';
import { SimTransaction } from './transaction';

/** IDBDatabase: one tab's connection. */
export class SimDatabase extends SimEventTarget {
  isClosed = false;
  /** The transaction that changes the version, while it runs. */
  upgrade: SimTransaction | null = null;
  private live = new Set<SimTransaction>();
  /** Called when the connection is closed and its last transaction is over. */
  onReleased: () => void = () => undefined;

  constructor(
    readonly disk: Disk,
    readonly tab: SimTab,
    readonly stored: StoredDatabase,
    readonly version: number,
  ) {
    super();
    disk.connections.add(this);
  }

  get name(): string {
    return this.stored.name;
  }

  get objectStoreNames() {
    return nameList(this.stored.stores.keys());
  }

  transaction(
    stores: string | Iterable<string>,
    mode: 'readonly' | 'readwrite' = 'readonly',
    options: { durability?: string } = {},
  ): SimTransaction {
    if (this.isClosed) throw new DOMException('The database connection is closing.', 'InvalidStateError');
    const scope = typeof stores === 'string' ? [stores] : [...stores];
    if (scope.some((name) => !this.stored.stores.has(name))) {
      throw new DOMException('One of the object stores was not found.', 'NotFoundError');
    }
    return this.begin(scope, mode, options.durability ?? 'default');
  }

  begin(scope: readonly string[], mode: SimTransaction['mode'], durability: string): SimTransaction {
    const transaction = new SimTransaction(this, scope, mode, durability);
    this.live.add(transaction);
    return transaction;
  }

  createObjectStore(name: string, options: { keyPath?: string | null; autoIncrement?: boolean } = {}): SimObjectStore {
    const { upgrade } = this;
    if (!upgrade) throw new DOMException('No version change transaction is running.', 'InvalidStateError');
    const stored = new StoredStore(name, options.keyPath ?? null, options.autoIncrement ?? false);
    this.stored.stores.set(name, stored);
    return new SimObjectStore(upgrade, stored);
  }

  deleteObjectStore(name: string): void {
    this.stored.stores.delete(name);
  }

  transactionEnded(transaction: SimTransaction): void {
    this.live.delete(transaction);
    this.release();
  }

  /** Ends the connection once its transactions are over. */
  close(): void {
    this.isClosed = true;
    this.release();
  }

  private release(): void {
    if (!this.isClosed || this.live.size > 0 || !this.disk.connections.delete(this)) return;
    this.onReleased();
    for (const other of [...this.disk.waiting]) other();
  }

  /** The system ends the connection: what runs is undone. With `isReported` the tab hears a `close` event. */
  cut(isReported: boolean): void {
    const error = new DOMException('Connection to Indexed Database server lost.', 'UnknownError');
    this.isClosed = true;
    for (const transaction of [...this.live]) transaction.end(error);
    this.release();
    if (isReported) this.disk.kernel.after(0, this.tab, () => void this.fire('close'));
  }

  tellVersionChange(newVersion: number | null): void {
    this.fire('versionchange', { oldVersion: this.version, newVersion });
  }

  /** The tab is gone. */
  drop(): void {
    this.isClosed = true;
    this.live.clear();
    this.release();
  }
}
