import type { Kernel } from '../kernel';
import type { Random } from '../../../support/random';
import type { SimTab } from '../simTab';
import type { SimDatabase } from './database';
import { type DiskConditions, isUnreadable, SOUND_DISK } from './faults';
import { StoredDatabase } from './stored';
import type { SimTransaction } from './transaction';

/** The times of a sound disk, ms: at least and at most. */
const REQUEST_MS = [0, 1] as const;
const COMMIT_MS = [0, 3] as const;

/** The IndexedDB databases of one device: what is committed outlives every tab. */
export class Disk {
  readonly databases = new Map<string, StoredDatabase>();
  readonly connections = new Set<SimDatabase>();
  /** Called whenever a connection has ended: requests that wait for the others to close. */
  readonly waiting = new Set<() => void>();
  private current: DiskConditions = { ...SOUND_DISK };
  /** When the requests of all earlier conditions have ended, ms since 1970. */
  slowUntil = 0;
  /** Until when the queue could not be read in time, ms since 1970. */
  private unreadableUntil = 0;
  /** How long slow reads have taken so far, ms. */
  slowReadMs = 0;
  /** Transactions that are not over yet, in the order in which they began, of all tabs. */
  private live: SimTransaction[] = [];
  /** Called when a commit has landed, before its tab hears of it. */
  onCommit: (tab: SimTab, database: string) => void = () => undefined;
  /** Called for each fault that took effect. */
  onFault: (name: string) => void = () => undefined;

  constructor(
    readonly kernel: Kernel,
    readonly random: Random,
  ) {}

  get conditions(): DiskConditions {
    return this.current;
  }

  set conditions(conditions: DiskConditions) {
    const { now } = this.kernel;
    const { commitMs, readMs } = this.current;
    this.slowUntil = Math.max(this.slowUntil, now + commitMs + readMs);
    if (isUnreadable(this.current)) this.unreadableUntil = now;
    this.current = conditions;
  }

  /** The app gave up a transaction that had waited for another one: behind slow reads of a tab none ends in time. */
  gaveUpWaiting(): void {
    if (this.conditions.readMs > 0) this.unreadableUntil = this.kernel.now;
  }

  wasUnreadableSince(at: number): boolean {
    return isUnreadable(this.current) || this.unreadableUntil > at;
  }

  get isSound(): boolean {
    return JSON.stringify(this.conditions) === JSON.stringify(SOUND_DISK);
  }

  /** Bytes of all committed records. */
  get used(): number {
    return [...this.databases.keys()].reduce((sum, name) => sum + this.usedBy(name), 0);
  }

  /** Bytes of the committed records of one database. */
  usedBy(name: string): number {
    let bytes = 0;
    for (const { records } of this.databases.get(name)?.stores.values() ?? []) {
      for (const record of records.values()) bytes += record.bytes;
    }
    return bytes;
  }

  isFullWith(growth: number): boolean {
    const { capacity } = this.conditions;
    return capacity !== null && growth > 0 && this.used + growth > capacity;
  }

  /** How long one request takes, ms. */
  requestMs(isRead: boolean, bytes: number): number {
    const { readMs, readMsPerKb } = this.conditions;
    const slow = isRead ? readMs + (readMsPerKb * bytes) / 1024 : 0;
    if (slow > 0) this.onFault('diskSlowRead');
    this.slowReadMs += slow;
    return this.random.between(...REQUEST_MS) + slow;
  }

  commitMs(): number {
    const { commitMs } = this.conditions;
    if (commitMs > 0) this.onFault('diskLateCommit');
    return this.random.between(...COMMIT_MS) + commitMs;
  }

  databaseOf(name: string): StoredDatabase {
    const database = this.databases.get(name) ?? new StoredDatabase(name);
    this.databases.set(name, database);
    return database;
  }

  begin(transaction: SimTransaction): void {
    this.live.push(transaction);
  }

  /** Whether nothing that began earlier stands in the way: two may read the same stores, one alone writes. */
  mayRun(transaction: SimTransaction): boolean {
    for (const earlier of this.live) {
      if (earlier === transaction) return true;
      if (earlier.conflictsWith(transaction)) return false;
    }
    return true;
  }

  /** A transaction is over: those behind it may run. */
  end(transaction: SimTransaction): void {
    this.live = this.live.filter((other) => other !== transaction);
    for (const waiting of this.live) waiting.proceed();
  }

  isBusyFor(tab: SimTab): boolean {
    return this.live.some((transaction) => transaction.db.tab === tab);
  }

  /** The tab is gone: what it had not begun to commit is undone; a commit under way may land or not. */
  forget(tab: SimTab): void {
    for (const connection of [...this.connections]) if (connection.tab === tab) connection.drop();
    for (const transaction of [...this.live]) if (transaction.db.tab === tab) transaction.dieWithTab();
  }

  /** The committed records of a store, as they are. */
  records(database: string, store: string): unknown[] {
    const stored = this.databases.get(database)?.stores.get(store);
    return stored ? [...stored.records.values()].map(({ value }) => value) : [];
  }
}
