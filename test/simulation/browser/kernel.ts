/** Whose task it is: a tab that is gone runs none, a frozen one runs them when it wakes. */
export interface TaskOwner {
  isAlive(): boolean;
  /** Takes the task for later; false when it may run now. */
  holdBack(task: Task): boolean;
}

export type Task = () => void | Promise<void>;

interface Scheduled {
  at: number;
  order: number;
  task: Task;
  owner: TaskOwner | null;
  isCancelled: boolean;
}

const isBefore = (a: Scheduled, b: Scheduled) => a.at < b.at || (a.at === b.at && a.order < b.order);

/** Every promise that needs no outside event has settled. */
function microtasks(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** The start of every simulation, ms since 1970. */
export const START = Date.UTC(2026, 0, 5, 8);

/**
 * Simulated time and the tasks that wait for it. One task runs at a time; the next begins when everything that the
 * last one caused without an outside event is done. So a script takes the same course each time.
 */
export class Kernel {
  /** ms since 1970, monotone. */
  now = START;
  /** Tasks run so far. */
  tasks = 0;
  private heap: Scheduled[] = [];
  private order = 0;
  private afterTask: (() => void)[] = [];

  /** Runs the task that much later; gives what cancels it. */
  after(delayMs: number, owner: TaskOwner | null, task: Task): () => void {
    this.order += 1;
    const scheduled = { at: this.now + Math.max(0, delayMs), order: this.order, task, owner, isCancelled: false };
    this.push(scheduled);
    return () => {
      scheduled.isCancelled = true;
    };
  }

  /** Runs once the present task, and every promise that it settled, is done. */
  atEndOfTask(work: () => void): void {
    this.afterTask.push(work);
  }

  /** Runs the work as a task of its own, now. */
  async run(task: Task): Promise<void> {
    this.tasks += 1;
    await task();
    await microtasks();
    while (this.afterTask.length > 0) {
      const works = this.afterTask;
      this.afterTask = [];
      for (const work of works) work();
      await microtasks();
    }
  }

  /** Lets time pass. */
  async advance(ms: number): Promise<void> {
    const until = this.now + ms;
    for (let next = this.heap[0]; next && next.at <= until; next = this.heap[0]) {
      this.pop();
      if (next.isCancelled || (next.owner && !next.owner.isAlive())) continue;
      this.now = Math.max(this.now, next.at);
      // What a tab holds back can still be cancelled before the tab runs it.
      const task = () => (next.isCancelled ? undefined : next.task());
      if (next.owner?.holdBack(task)) continue;
      await this.run(task);
    }
    this.now = until;
  }

  private push(scheduled: Scheduled): void {
    const { heap } = this;
    let at = heap.push(scheduled) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const above = heap[parent];
      if (!above || !isBefore(scheduled, above)) break;
      heap[at] = above;
      heap[parent] = scheduled;
      at = parent;
    }
  }

  private pop(): void {
    const { heap } = this;
    const last = heap.pop();
    if (!last || heap.length === 0) return;
    let at = 0;
    for (;;) {
      const left = 2 * at + 1;
      const [a, b] = [heap[left], heap[left + 1]];
      const isRight = a !== undefined && b !== undefined && isBefore(b, a);
      const child = isRight ? b : a;
      if (!child || !isBefore(child, last)) break;
      heap[at] = child;
      at = isRight ? left + 1 : left;
    }
    heap[at] = last;
  }
}
