import {
  RECORD_KEYS,
  type RecordStore,
  type RecordTransaction,
  StorageTimeout,
  type StoreName,
} from '../../../src/offline/storage/recordStore';
import type { SimClock } from './simClock';

/** What happens to one transaction. */
export type DiskFault =
  /** The write finds no room. */
  | 'quota'
  /** This and every later write finds no room, until `isFull` is set to false. */
  | 'full'
  /** There is no result within 5 s, so the app gives the transaction up. */
  | 'slow'
  /** The commit takes longer than 5 s, and succeeds. */
  | 'late'
  /** The connection to the database is closed. */
  | 'closed'
  /** The commit fails. */
  | 'torn';

/** The faults that do not concern a read. */
const WRITE_FAULTS: ReadonlySet<DiskFault | null | undefined> = new Set(['quota', 'full', 'late']);

type Records = Map<StoreName, Map<string, object>>;

const GIVEN_UP_AFTER_MS = 5_000;
const LATE_COMMIT_MS = 20_000;
const NEVER = new Promise<never>(() => {});

function keyOf(store: StoreName, record: object): string {
  return String((record as Record<string, unknown>)[RECORD_KEYS[store]]);
}

/**
 * A disk that distinguishes buffered from durable records. A transaction reaches `durable` in one step, after its work,
 * and only while its tab lives. Checks read `durable` directly.
 */
export class CrashableDisk {
  durable: Records = new Map(Object.keys(RECORD_KEYS).map((store) => [store as StoreName, new Map()]));
  /** The number of running transactions. */
  busy = 0;
  /** Whether a fault has affected a transaction. */
  hasFailed = false;
  /** Each affects one of the next transactions; `null` affects none. */
  faults: (DiskFault | null)[] = [];
  /** No write finds room. */
  isFull = false;
  /** How long each readwrite transaction takes, ms. One that has not ended 5 s after its request is given up. */
  writeTakesMs = 0;
  /** Called around each commit of a readwrite transaction, to kill a tab right there. */
  onCommit: (moment: 'before' | 'after', written: readonly string[]) => void = () => {};
  /** Called when a readonly transaction begins. */
  onRead: () => void = () => {};
  private turn: Promise<unknown> = Promise.resolve();
  /** While a late commit runs, no transaction can begin. One that is requested meanwhile is given up after 5 s. */
  private isCommittingLate = false;

  constructor(private clock: SimClock) {}

  records<T = Record<string, unknown>>(store: StoreName): T[] {
    return [...(this.durable.get(store)?.values() ?? [])] as T[];
  }

  /** The disk as one tab sees it. A request of a tab that has ended never settles. */
  open(isAlive: () => boolean): RecordStore {
    return {
      transact: (mode, stores, work) => {
        this.busy += 1;
        const requestedAt = this.clock.elapsed;
        const run = async () => {
          if (mode === 'readwrite' && this.writeTakesMs > 0) {
            const leftMs = GIVEN_UP_AFTER_MS - (this.clock.elapsed - requestedAt);
            await this.clock.sleep(Math.max(0, Math.min(this.writeTakesMs, leftMs)));
            if (this.writeTakesMs > leftMs) throw new StorageTimeout();
          }
          return this.run(mode, stores, work, isAlive);
        };
        const mayExpire = this.isCommittingLate;
        const done = (mayExpire ? this.turnInTime() : this.turn).then(run).finally(() => {
          this.busy -= 1;
        });
        const ended = done.catch(() => undefined);
        this.turn = mayExpire ? Promise.all([this.turn, ended]) : ended;
        return done.then(
          (result) => (isAlive() ? result : NEVER),
          (error: unknown) => (isAlive() ? Promise.reject(error) : NEVER),
        );
      },
    };
  }

  /** Waits for the turn of a transaction. Throws when a commit under way takes too long. */
  private turnInTime(): Promise<unknown> {
    const tooLate = this.clock.sleep(GIVEN_UP_AFTER_MS).then(() => {
      throw new StorageTimeout();
    });
    return Promise.race([this.turn, tooLate]);
  }

  private async run<T>(
    mode: 'readonly' | 'readwrite',
    stores: readonly StoreName[],
    work: (tx: RecordTransaction) => Promise<T>,
    isAlive: () => boolean,
  ): Promise<T> {
    if (!isAlive()) throw new Error('The tab is gone');
    if (mode === 'readonly') this.onRead();
    const fault = mode === 'readwrite' || !WRITE_FAULTS.has(this.faults[0]) ? this.faults.shift() : undefined;
    if (fault) this.hasFailed = true;
    if (fault === 'full') this.isFull = true;
    const hasRoom = !this.isFull && fault !== 'quota';
    if (fault === 'closed') throw new DOMException('The database connection is closing.', 'InvalidStateError');
    if (fault === 'slow') {
      await this.clock.sleep(GIVEN_UP_AFTER_MS);
      throw new StorageTimeout();
    }
    const buffer = new Map<string, { store: StoreName; record: object | null }>();
    const live = async () => {
      if (!isAlive()) throw new Error('The tab is gone');
    };
    const seen = (store: StoreName) => {
      if (!stores.includes(store)) throw new DOMException(`${store} is not part of it`, 'NotFoundError');
      const merged = new Map(this.durable.get(store));
      for (const [slot, { store: of, record }] of buffer) {
        if (of !== store) continue;
        const key = slot.slice(store.length + 1);
        if (record) merged.set(key, record);
        else merged.delete(key);
      }
      return merged;
    };
    const tx: RecordTransaction = {
      get: async (store, key) => {
        await live();
        return structuredClone(seen(store).get(key));
      },
      getAll: async (store) => {
        await live();
        return structuredClone([...seen(store).values()]);
      },
      keys: async (store, prefix) => {
        await live();
        return [...seen(store).keys()].filter((key) => key.startsWith(prefix)).sort((a, b) => (a < b ? -1 : 1));
      },
      put: async (store, record) => {
        await live();
        if (mode === 'readonly') throw new DOMException('readonly', 'ReadOnlyError');
        if (!hasRoom) throw new DOMException('The disk is full.', 'QuotaExceededError');
        buffer.set(`${store} ${keyOf(store, record)}`, { store, record: structuredClone(record) });
      },
      delete: async (store, key) => {
        await live();
        buffer.set(`${store} ${key}`, { store, record: null });
      },
    };
    const result = await work(tx);
    const written = [...buffer].map(([slot, { record }]) => `${record ? 'put' : 'delete'} ${slot}`);
    if (mode === 'readwrite') this.onCommit('before', written);
    if (fault === 'late') {
      this.isCommittingLate = true;
      await this.clock.sleep(LATE_COMMIT_MS);
      this.isCommittingLate = false;
    }
    await live();
    if (fault === 'torn') throw new DOMException('The transaction was aborted.', 'AbortError');
    for (const [slot, { store, record }] of buffer) {
      const key = slot.slice(store.length + 1);
      if (record) this.durable.get(store)?.set(key, record);
      else this.durable.get(store)?.delete(key);
    }
    if (mode === 'readwrite') this.onCommit('after', written);
    return result;
  }
}
