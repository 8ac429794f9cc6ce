import { problem } from './problems';

export interface QueueLimits {
  /** How many tasks run at the same time. */
  parallel: number;
  /** How many may wait under one name. */
  waitingPerName: number;
  /** How many may wait in all. */
  waiting: number;
  /** Seconds after which a refused caller may ask again. */
  retryAfter: number;
}

export type RunInQueue = <Result>(name: string, task: () => Promise<Result>) => Promise<Result>;

/**
 * Runs a few tasks at a time. The others wait: first in, first out within a name, and round robin among the names, so
 * that many tasks of one name hardly delay those of another. A task beyond the limits does not run: it is refused with
 * 503 and `Retry-After`.
 */
export function fairQueue({ parallel, waitingPerName, waiting, retryAfter }: QueueLimits): RunInQueue {
  /** The waiting tasks of each name, the name whose turn is next first. A name without tasks has no entry. */
  const waitingByName = new Map<string, (() => void)[]>();
  let waitingCount = 0;
  let running = 0;

  function wait(name: string): Promise<void> {
    const own = waitingByName.get(name) ?? [];
    if (own.length >= waitingPerName || waitingCount >= waiting) {
      throw problem.unavailable('The server is busy. Try again in a moment.', retryAfter);
    }
    waitingByName.set(name, own);
    waitingCount += 1;
    return new Promise((resolve) => own.push(resolve));
  }

  /** Starts the next task when one has ended, and moves its name to the end. */
  function startNext(): void {
    const [next] = waitingByName;
    if (!next) {
      running -= 1;
      return;
    }
    const [name, own] = next;
    const start = own.shift();
    waitingCount -= 1;
    waitingByName.delete(name);
    if (own.length > 0) waitingByName.set(name, own);
    start?.();
  }

  return async (name, task) => {
    if (running < parallel) running += 1;
    else await wait(name);
    try {
      return await task();
    } finally {
      startNext();
    }
  };
}
