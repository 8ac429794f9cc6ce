interface Held {
  name: string;
  clientId: string;
  /** Rejects the holder's request, because its lock was stolen. */
  reject: (error: unknown) => void;
}

interface Waiting {
  name: string;
  clientId: string;
  grant: () => void;
}

type Work = (lock: { name: string; mode: 'exclusive' } | null) => unknown;

/** The Web Locks of one device, by the standard: exclusive locks that end with their work or with their tab. */
export class SimLockManager {
  private held: Held[] = [];
  private waiting: Waiting[] = [];
  private gone = new Set<string>();

  /** What a tab sees as navigator.locks. */
  client(clientId: string): LockManager {
    const request = (name: string, second: LockOptions | Work, third?: Work): Promise<unknown> => {
      const options = typeof second === 'function' ? {} : second;
      const work = typeof second === 'function' ? second : third;
      return new Promise((resolve, reject) => {
        if (this.gone.has(clientId) || !work) return;
        const run = () => {
          const lock: Held = { name, clientId, reject };
          this.held.push(lock);
          const ended = (settle: () => void) => {
            this.end(lock);
            settle();
          };
          // As in the standard: the lock ends when the work's promise settles, before the request's promise does.
          void Promise.resolve().then(() => {
            const done = Promise.resolve(work({ name, mode: 'exclusive' }));
            done.then(
              (value) => ended(() => resolve(value)),
              (error: unknown) => ended(() => reject(error)),
            );
          });
        };
        const holder = this.held.find((one) => one.name === name);
        if (options.steal && holder) {
          this.held = this.held.filter((one) => one !== holder);
          holder.reject(new DOMException('The lock was stolen.', 'AbortError'));
          run();
        } else if (!holder && !this.waiting.some((one) => one.name === name)) run();
        else if (options.ifAvailable) void Promise.resolve(work(null)).then(resolve, reject);
        else this.wait({ name, clientId, grant: run }, options.signal, reject);
      });
    };
    const query = async () => ({
      held: this.held.map(({ name, clientId: holder }) => ({ name, clientId: holder, mode: 'exclusive' as const })),
      pending: [],
    });
    return { request, query } as LockManager;
  }

  private wait(waiting: Waiting, signal: AbortSignal | undefined, reject: (error: unknown) => void): void {
    this.waiting.push(waiting);
    signal?.addEventListener('abort', () => {
      if (!this.waiting.includes(waiting)) return;
      this.waiting = this.waiting.filter((one) => one !== waiting);
      reject(new DOMException('The request was aborted.', 'AbortError'));
    });
  }

  private end(lock: Held): void {
    if (!this.held.includes(lock)) return;
    this.held = this.held.filter((one) => one !== lock);
    const next = this.waiting.find(({ name }) => name === lock.name);
    if (!next) return;
    this.waiting = this.waiting.filter((one) => one !== next);
    next.grant();
  }

  /** Ends the locks and requests of a tab that was closed. */
  release(clientId: string): void {
    this.gone.add(clientId);
    this.waiting = this.waiting.filter((one) => one.clientId !== clientId);
    for (const lock of this.held.filter((one) => one.clientId === clientId)) this.end(lock);
  }
}
