import { bundleApp } from '../app/bundle';
import type { Ignored } from '../oracle/violation';
import { type BatchResult, runBatch } from './batch';

/* A process of its own that runs the scripts of one seed after the other, at the request of its parent. */

export interface BatchOrder {
  seed: number;
  runs: number;
  maxSteps: number;
  phrases: number | undefined;
  ignored: string[];
}

export interface BatchReport {
  seed: number;
  result: BatchResult;
}

const code = bundleApp();

async function run({ seed, runs, maxSteps, phrases, ignored }: BatchOrder): Promise<void> {
  const names: ReadonlySet<string> = new Set(ignored);
  const result = await runBatch(await code, { seed, runs, maxSteps, phrases, ignored: names as Ignored });
  const report: BatchReport = { seed, result };
  process.send?.(report);
}

// What it throws ends the process.
process.on('message', (order: BatchOrder) => void run(order));
