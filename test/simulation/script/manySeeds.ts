import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import type { BatchResult } from './batch';
import type { BatchOrder, BatchReport } from './batchProcess';
import { nothing, type Progress, readProgress, withBatch, writeProgress } from './progress';

export interface SeedsOptions {
  firstSeed: number;
  /** Presses of forms to be reached. */
  writes: number;
  maxSteps: number;
  /** Phrases beside 20 single steps. */
  phrases: number | undefined;
  ignored: readonly string[];
  /** Processes at a time. */
  jobs: number;
  /** The file that stores the counts; a later run continues from it. */
  statePath: string | undefined;
  /** What the processes find in their environment besides. */
  env: Record<string, string>;
}

const SCRIPTS_PER_SEED = 25;
/** A process grows by 50 MB with each seed, and becomes slow. */
const SEEDS_PER_PROCESS = 30;

/** Runs seed after seed, several at a time, until the writes are reached or one fails. Seeds count in their order. */
export async function runSeeds(options: SeedsOptions): Promise<Progress> {
  const { firstSeed, writes, maxSteps, phrases, ignored, jobs, statePath, env } = options;
  let progress = statePath ? readProgress(statePath, firstSeed) : nothing(firstSeed);
  let { nextSeed } = progress;
  let countedAt = Date.now();
  /** Seeds that ended before an earlier one did. */
  const ended = new Map<number, BatchResult>();
  const children: ChildProcess[] = [];

  const isOver = () => progress.writes >= writes || progress.failures.length > 0;
  function count({ seed, result }: BatchReport): void {
    ended.set(seed, result);
    for (let next = ended.get(progress.nextSeed); next && !isOver(); next = ended.get(progress.nextSeed)) {
      progress = withBatch(progress, next, (Date.now() - countedAt) / 1000);
      countedAt = Date.now();
      if (statePath) writeProgress(statePath, progress);
    }
    console.log(`${progress.writes} of ${writes} writes, up to seed ${progress.nextSeed - 1}`);
  }
  /** Runs seeds in a process of its own, one after the other. */
  const runProcess = () =>
    new Promise<void>((resolve, reject) => {
      const child = fork(join(import.meta.dirname, 'batchProcess.ts'), {
        execArgv: ['--import', 'tsx'],
        env: { ...process.env, ...env },
      });
      children.push(child);
      let left = SEEDS_PER_PROCESS;
      const next = () => {
        if (isOver() || left === 0) {
          child.removeAllListeners('exit').kill('SIGKILL');
          return resolve();
        }
        const order: BatchOrder = { seed: nextSeed, runs: SCRIPTS_PER_SEED, maxSteps, phrases, ignored: [...ignored] };
        nextSeed += 1;
        left -= 1;
        child.send(order);
      };
      child.on('message', (report: BatchReport) => {
        count(report);
        next();
      });
      child.once('exit', (status) => reject(new Error(`A process of the simulation ended with ${status}`)));
      next();
    });
  const work = async () => {
    while (!isOver()) await runProcess();
  };
  try {
    await Promise.all(Array.from({ length: jobs }, work));
  } finally {
    // Calls of tabs that are gone would keep them for the length of their timeouts.
    for (const child of children) child.kill('SIGKILL');
  }
  return progress;
}
