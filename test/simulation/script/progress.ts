import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { BatchResult, Failure } from './batch';

/** What the batches of a run have done so far: a file from which the next run goes on. */
export interface Progress {
  /** Of the source that was simulated: counts of another one do not add up with these. */
  source: string;
  /** The seeds that ran to their end, from the first to the last. */
  firstSeed: number;
  nextSeed: number;
  scripts: number;
  writes: number;
  requests: number;
  seconds: number;
  faults: Record<string, number>;
  commands: Record<string, number>;
  failures: Failure[];
}

/** The state of `src`: its commit's tree, and what is changed beside it. */
function sourceState(): string {
  const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim();
  const changed = git('status', '--porcelain', '--', 'src');
  return git('rev-parse', 'HEAD:src') + (changed ? ' with changes' : '');
}

/** Nothing done yet. */
export const nothing = (firstSeed: number, source = ''): Progress => ({
  source,
  firstSeed,
  nextSeed: firstSeed,
  scripts: 0,
  writes: 0,
  requests: 0,
  seconds: 0,
  faults: {},
  commands: {},
  failures: [],
});

export function readProgress(path: string, firstSeed: number): Progress {
  const source = sourceState();
  if (!existsSync(path)) return nothing(firstSeed, source);
  const progress = JSON.parse(readFileSync(path, 'utf8')) as Progress;
  if (progress.source !== source) {
    throw new Error(`${path} counts the source ${progress.source}; this is ${source}. Give another file.`);
  }
  return progress;
}

/** Whole or not at all: a run may be cut off while it writes. */
export function writeProgress(path: string, progress: Progress): void {
  writeFileSync(`${path}.new`, `${JSON.stringify(progress, null, 2)}\n`);
  renameSync(`${path}.new`, path);
}

function sum(counts: Record<string, number>, more: Record<string, number>): Record<string, number> {
  const all = { ...counts };
  for (const [name, times] of Object.entries(more)) all[name] = (all[name] ?? 0) + times;
  return all;
}

export function withBatch(before: Progress, batch: BatchResult, seconds: number): Progress {
  return {
    ...before,
    nextSeed: before.nextSeed + 1,
    scripts: before.scripts + batch.scripts,
    writes: before.writes + batch.writes,
    requests: before.requests + batch.requests,
    seconds: before.seconds + seconds,
    faults: sum(before.faults, batch.faults),
    commands: sum(before.commands, batch.commands),
    failures: batch.failure ? [...before.failures, batch.failure] : before.failures,
  };
}

/** The totals, and each failure with the command that repeats it. */
export function report(progress: Progress): void {
  console.log(totals(progress));
  for (const { message, at, seed, script } of progress.failures) {
    console.log(`\n${message}\n  at: ${at}\n  --seed ${seed} --script '${script}'`);
  }
}

const listOf = (counts: Record<string, number>): string =>
  Object.entries(counts)
    .sort(([, a], [, b]) => b - a)
    .map(([name, times]) => `${name} ${times}`)
    .join(', ') || 'none';

/** The totals in words; with no failure, the bound on the rate of failures at 95 % (3 divided by the writes). */
function totals({ firstSeed, nextSeed, scripts, writes, requests, seconds, failures, ...counts }: Progress): string {
  const speed = Math.round(writes / Math.max(1, seconds));
  const bound = writes > 0 ? `fewer than ${(3 / writes).toExponential(1)} per write (95 %)` : 'nothing counted';
  return [
    `Seeds ${firstSeed} to ${nextSeed - 1}: ${scripts} scripts, ${writes} writes, ${requests} requests, ${speed} writes/s.`,
    failures.length > 0 ? `${failures.length} failures.` : `No failure: ${bound}.`,
    `Faults: ${listOf(counts.faults)}`,
    `Commands of the outbox: ${listOf(counts.commands)}`,
  ].join('\n');
}
