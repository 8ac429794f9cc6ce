import { SimEventTarget } from '../events';
import type { SimDatabase } from './database';
import { SimObjectStore } from './objectStore';
import { SimRequest } from './request';
import { Overlay } from './stored';
import { nameList } from './nameList';

interface Pending {
  request: SimRequest;
  isRead: boolean;
  /** Bytes that a read has to fetch. */
  bytes: () => number;
  work: () => unknown;
}

const wrongState = () => new DOMException('The transaction has finished.', 'InvalidStateError');

/** IDBTransaction: active while its callbacks run, committed by itself when no request is left. */
export class SimTransaction extends SimEventTarget {
  error: DOMException | null = null;
  readonly changes = new Overlay();
  private phase: 'active' | 'inactive' | 'committing' | 'finished' = 'active';
  private queue: Pending[] = [];
  /** The request that the disk is working on. */
  private current: Pending | null = null;
  private isAtWork = false;
  /** Whether an earlier transaction stood in its way. */
  private hasWaited = false;
  private cancelWork: () => void = () => undefined;

  constructor(
    readonly db: SimDatabase,
    readonly scope: readonly string[],
    readonly mode: 'readonly' | 'readwrite' | 'versionchange',
    readonly durability: string,
  ) {
    super();
    this.disk.begin(this);
    // What the tab asks in the task that it died in comes too late.
    if (db.tab.isAlive()) this.restUntilCalled();
    else this.dieWithTab();
  }

  private get disk() {
    return this.db.disk;
  }

  get objectStoreNames() {
    return nameList(this.mode === 'versionchange' ? this.db.stored.stores.keys() : this.scope);
  }

  get isFinished(): boolean {
    return this.phase === 'finished';
  }

  objectStore(name: string): SimObjectStore {
    if (this.isFinished) throw wrongState();
    const stored = this.db.stored.stores.get(name);
    const isInScope = this.mode === 'versionchange' || this.scope.includes(name);
    if (!stored || !isInScope) throw new DOMException(`No object store ${name} in this transaction`, 'NotFoundError');
    return new SimObjectStore(this, stored);
  }

  conflictsWith(later: SimTransaction): boolean {
    if (later.db.stored !== this.db.stored || this.isFinished) return false;
    if (this.mode === 'readonly' && later.mode === 'readonly') return false;
    const isWhole = this.mode === 'versionchange' || later.mode === 'versionchange';
    return isWhole || this.scope.some((name) => later.scope.includes(name));
  }

  mustBeActive(): void {
    if (this.phase === 'active') return;
    throw new DOMException('The transaction is not active.', 'TransactionInactiveError');
  }

  mustWrite(): void {
    this.mustBeActive();
    if (this.mode === 'readonly') throw new DOMException('The transaction is read-only.', 'ReadOnlyError');
  }

  /** Asks the disk for something; the result comes later. */
  ask(source: unknown, isRead: boolean, bytes: () => number, work: () => unknown): SimRequest {
    this.mustBeActive();
    const request = new SimRequest(source, this);
    this.askAgain(request, isRead, bytes, work);
    return request;
  }

  askAgain(request: SimRequest, isRead: boolean, bytes: () => number, work: () => unknown): void {
    this.mustBeActive();
    this.queue.push({ request, isRead, bytes, work });
    this.proceed();
  }

  /** Goes on with the next request, or commits when there is none. */
  proceed(): void {
    if (this.isAtWork || this.isFinished) return;
    if (!this.disk.mayRun(this)) {
      this.hasWaited = true;
      return;
    }
    const next = this.queue.shift();
    if (!next) {
      if (this.phase === 'inactive' || this.phase === 'committing') this.beginCommit();
      return;
    }
    this.isAtWork = true;
    this.current = next;
    const ms = this.disk.requestMs(next.isRead, next.isRead ? next.bytes() : 0);
    this.cancelWork = this.disk.kernel.after(ms, this.db.tab, () => {
      this.isAtWork = false;
      this.current = null;
      this.carryOut(next);
    });
  }

  private carryOut({ request, isRead, work }: Pending): void {
    if (isRead && this.disk.conditions.readsFail) {
      this.disk.onFault('diskReadFailed');
      this.failRequest(request, new DOMException('Failed to read large IndexedDB value', 'UnknownError'));
      return;
    }
    let result: unknown;
    try {
      result = work();
    } catch (error) {
      this.failRequest(request, error as DOMException);
      return;
    }
    this.whileActive(() => request.succeed(result));
  }

  private failRequest(request: SimRequest, error: DOMException): void {
    let isFatal = true;
    this.whileActive(() => {
      isFatal = request.fail(error, [this, this.db]);
    });
    if (isFatal) this.end(error);
  }

  private whileActive(work: () => void): void {
    const wasCommitting = this.phase === 'committing';
    if (!wasCommitting) this.phase = 'active';
    work();
    if (wasCommitting) this.proceed();
    else this.restUntilCalled();
  }

  /** Inactive from the end of this task on; without a request it commits. */
  private restUntilCalled(): void {
    this.disk.kernel.atEndOfTask(() => {
      if (this.phase !== 'active') return;
      this.phase = 'inactive';
      this.proceed();
    });
  }

  commit(): void {
    if (this.phase !== 'active') throw wrongState();
    this.phase = 'committing';
    this.proceed();
  }

  private beginCommit(): void {
    this.phase = 'committing';
    this.isAtWork = true;
    const isWrite = !this.changes.isEmpty;
    const ms = isWrite ? this.disk.commitMs() : 0;
    // The disk's own work: it goes on when the tab is gone or frozen.
    this.cancelWork = this.disk.kernel.after(ms, null, () => this.land(isWrite));
  }

  private land(isWrite: boolean): void {
    this.isAtWork = false;
    if (isWrite && this.disk.conditions.commitsFail) {
      this.disk.onFault('diskCommitFailed');
      this.end(new DOMException('Internal error committing transaction.', 'UnknownError'));
      return;
    }
    if (isWrite && this.disk.isFullWith(this.changes.growth(this.db.stored))) {
      this.disk.onFault('diskFullAtCommit');
      this.end(new DOMException('The quota has been exceeded.', 'QuotaExceededError'));
      return;
    }
    this.changes.commit(this.db.stored);
    this.finish();
    if (isWrite) this.disk.onCommit(this.db.tab, this.db.name);
    this.disk.kernel.after(0, this.db.tab, () => void this.fire('complete', {}, [this.db]));
  }

  abort(): void {
    if (this.phase === 'committing' || this.isFinished) throw wrongState();
    if (this.hasWaited) this.disk.gaveUpWaiting();
    this.end(null);
  }

  /** Undoes everything; its remaining requests fail. */
  end(error: DOMException | null): void {
    if (this.isFinished) return;
    this.error = error;
    this.cancelWork();
    const unserved = this.current ? [this.current, ...this.queue] : this.queue;
    this.queue = [];
    this.finish();
    this.disk.kernel.after(0, this.db.tab, () => {
      for (const { request } of unserved) request.fail(new DOMException('The transaction was aborted.', 'AbortError'));
      this.fire('abort', {}, [this.db]);
    });
  }

  /** Nobody is left to hear of it. A commit under way lands one time in two. */
  dieWithTab(): void {
    const isUnderWay = this.phase === 'committing' && this.queue.length === 0 && this.current === null;
    if (isUnderWay && this.disk.random.next() < 0.5) return;
    this.cancelWork();
    this.finish();
  }

  private finish(): void {
    this.phase = 'finished';
    this.disk.end(this);
    this.db.transactionEnded(this);
  }
}
