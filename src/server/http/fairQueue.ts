import { problem } from './problems';

export interface QueueLimits {
  /** How many tasks run at the same time. */
  parallel: number;
  /** How many may wait under one name. */
  waitingPerName: number;
  /** How many may wait in all. */
  waiting: number;
  /**
   * How long one may have to wait, ms, estimated from the time that the last tasks took, and from the names that wait
   * now: each may take a turn before each turn of this name. Any time without it.
   */
  waitMs?: number;
  /** How long a caller waits for the response, ms. A task whose turn comes later does not run. Any time without it. */
  callerWaitsMs?: number;
  /** Seconds after which a refused caller may ask again. */
  retryAfter: number;
}

/** How many tasks run and wait at this moment, and how many were refused since the start. */
export interface QueueCounts {
  running: number;
  waiting: number;
  refused: number;
}

export interface FairQueue {
  /** `arrivedAt`: since when the caller waits, by the clock of the queue; without it since now. */
  run<Result>(name: string, task: () => Promise<Result>, arrivedAt?: number): Promise<Result>;
  counts: Readonly<QueueCounts>;
}

/** How many of the last tasks show how long a task takes. Their median is not changed by a few that stalled. */
const TIMED_TASKS = 25;

/**
 * Runs a few tasks at a time. The others wait: first in, first out within a name, and round robin among the names, so
 * that many tasks of one name hardly delay those of another. A task beyond the limits does not run: it is refused with
 * 503 and `Retry-After`. `now`: a clock, ms.
 */
export function fairQueue(limits: QueueLimits, now: () => number = () => performance.now()): FairQueue {
  const { parallel, waitingPerName, waiting, waitMs = Number.POSITIVE_INFINITY, retryAfter } = limits;
  const callerWaitsMs = limits.callerWaitsMs ?? Number.POSITIVE_INFINITY;
  /** The waiting tasks of each name, the name whose turn is next first. A name without tasks has no entry. */
  const waitingByName = new Map<string, (() => void)[]>();
  const counts: QueueCounts = { running: 0, waiting: 0, refused: 0 };
  /** The durations of the last tasks, ms. */
  const lastMs: number[] = [];

  const typicalMs = () => lastMs.toSorted((a, b) => a - b)[lastMs.length >> 1] ?? 0;

  function refusal() {
    counts.refused += 1;
    return problem.unavailable('The server is busy. Try again in a moment.', retryAfter);
  }

  function wait(name: string): Promise<void> {
    const own = waitingByName.get(name) ?? [];
    const names = waitingByName.size + (own.length > 0 ? 0 : 1);
    const isLate = ((own.length + 1) * names * typicalMs()) / parallel > waitMs;
    if (own.length >= waitingPerName || counts.waiting >= waiting || isLate) throw refusal();
    waitingByName.set(name, own);
    counts.waiting += 1;
    return new Promise((resolve) => own.push(resolve));
  }

  /** Starts the next task when one has ended, and moves its name to the end. */
  function startNext(): void {
    const [next] = waitingByName;
    if (!next) {
      counts.running -= 1;
      return;
    }
    const [name, own] = next;
    const start = own.shift();
    counts.waiting -= 1;
    waitingByName.delete(name);
    if (own.length > 0) waitingByName.set(name, own);
    start?.();
  }

  async function timed<Result>(task: () => Promise<Result>): Promise<Result> {
    const startedAt = now();
    try {
      return await task();
    } finally {
      lastMs.push(now() - startedAt);
      if (lastMs.length > TIMED_TASKS) lastMs.shift();
    }
  }

  return {
    counts,
    run: async (name, task, arrivedAt = now()) => {
      if (counts.running < parallel) counts.running += 1;
      else await wait(name);
      try {
        if (now() - arrivedAt > callerWaitsMs) throw refusal();
        return await timed(task);
      } finally {
        startNext();
      }
    },
  };
}

/** A queue for each name: a task waits only for others of the same name. `limits` holds for each of them. */
export function ownQueues(limits: QueueLimits): Pick<FairQueue, 'run'> {
  const queues = new Map<string, FairQueue>();
  return {
    run: async (name, task, arrivedAt) => {
      const queue = queues.get(name) ?? fairQueue(limits);
      queues.set(name, queue);
      try {
        return await queue.run(name, task, arrivedAt);
      } finally {
        if (queue.counts.running === 0 && queues.get(name) === queue) queues.delete(name);
      }
    },
  };
}
