import type { Kernel } from './kernel';
import type { Random } from '../../support/random';
import type { SimTab } from './simTab';

interface LockOptions {
  mode?: 'exclusive' | 'shared';
  ifAvailable?: boolean;
  steal?: boolean;
  signal?: AbortSignal;
}

type Callback = (lock: { name: string; mode: string } | null) => unknown;

interface LockRequest {
  name: string;
  mode: 'exclusive' | 'shared';
  tab: SimTab;
  callback: Callback;
  /** Settles the promise that the caller got. */
  settle: (outcome: Promise<unknown>) => void;
  fail: (error: DOMException) => void;
}

/** The Web Locks of one device: a lock ends with the promise of its callback, with its tab, or when it is stolen. */
export class LockManager {
  private held = new Set<LockRequest>();
  private pending: LockRequest[] = [];
  /** How long it takes at most to say which locks are held, ms. */
  queryMs = 0;

  constructor(
    private kernel: Kernel,
    private random: Random,
  ) {}

  /** What a tab sees as `navigator.locks`. */
  clientOf(tab: SimTab) {
    const request = (name: string, second: LockOptions | Callback, third?: Callback) => {
      const options = typeof second === 'function' ? {} : second;
      const callback = typeof second === 'function' ? second : third;
      if (!callback) throw new TypeError('A callback is missing.');
      return this.request(tab, name, options, callback);
    };
    const info = ({ name, mode, tab: { id } }: LockRequest) => ({ name, mode, clientId: id });
    const query = () => this.later(tab, () => ({ held: [...this.held].map(info), pending: this.pending.map(info) }));
    return { request, query };
  }

  private later<T>(tab: SimTab, read: () => T): Promise<T> {
    const ms = this.queryMs > 0 ? this.random.between(0, this.queryMs) : 0;
    return new Promise((resolve) => void this.kernel.after(ms, tab, () => resolve(read())));
  }

  private request(tab: SimTab, name: string, options: LockOptions, callback: Callback): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const request: LockRequest = {
        name,
        mode: options.mode ?? 'exclusive',
        tab,
        callback,
        settle: resolve,
        fail: reject,
      };
      // The browser decides in a process of its own: a tab that is frozen is decided about all the same.
      this.kernel.after(0, null, () => {
        if (tab.isAlive()) this.decide(request, options);
      });
      options.signal?.addEventListener('abort', () => {
        if (!this.pending.includes(request)) return;
        this.pending = this.pending.filter((other) => other !== request);
        reject(new DOMException('The request was aborted.', 'AbortError'));
      });
    });
  }

  private decide(request: LockRequest, options: LockOptions): void {
    if (options.signal?.aborted) {
      request.fail(new DOMException('The request was aborted.', 'AbortError'));
      return;
    }
    if (options.steal) this.steal(request.name);
    if (this.isFree(request, options.steal === true)) this.grant(request);
    else if (options.ifAvailable)
      this.kernel.after(0, request.tab, () => request.settle(called(request.callback, null)));
    else this.pending.push(request);
  }

  private isFree(request: LockRequest, isFirst: boolean): boolean {
    const conflicts = (other: LockRequest) =>
      other.name === request.name && (other.mode === 'exclusive' || request.mode === 'exclusive');
    return ![...this.held].some(conflicts) && (isFirst || !this.pending.some(({ name }) => name === request.name));
  }

  private steal(name: string): void {
    for (const holder of [...this.held]) {
      if (holder.name !== name) continue;
      this.held.delete(holder);
      const stolen = new DOMException('The lock was stolen.', 'AbortError');
      this.kernel.after(0, holder.tab, () => holder.fail(stolen));
    }
  }

  private grant(request: LockRequest): void {
    this.held.add(request);
    this.kernel.after(0, request.tab, () => {
      const outcome = called(request.callback, { name: request.name, mode: request.mode });
      const release = () => this.release(request);
      outcome.then(release, release);
      request.settle(outcome);
    });
  }

  private release(request: LockRequest): void {
    if (this.held.delete(request)) this.grantNext();
  }

  private grantNext(): void {
    for (const request of [...this.pending]) {
      const isFirst = this.pending.find(({ name }) => name === request.name) === request;
      if (!isFirst || !this.isFree(request, true)) continue;
      this.pending = this.pending.filter((other) => other !== request);
      this.grant(request);
    }
  }

  /** The tab is gone, and with it its locks and its requests. */
  forget(tab: SimTab): void {
    this.pending = this.pending.filter((request) => request.tab !== tab);
    for (const request of [...this.held]) if (request.tab === tab) this.held.delete(request);
    this.grantNext();
  }
}

function called(callback: Callback, lock: { name: string; mode: string } | null): Promise<unknown> {
  return new Promise((resolve) => resolve(callback(lock)));
}
