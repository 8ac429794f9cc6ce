import fc from 'fast-check';
import type { AppCode } from '../app/bundle';
import { type Ignored, type InvariantName, Violation } from '../oracle/violation';
import { type Ran, Runner } from './run';
import { scripts, type Step, textOfScript } from './steps';

export interface BatchOptions {
  seed: number;
  /** Scripts to run. */
  runs: number;
  maxSteps: number;
  ignored?: Ignored;
  /** Stop after this time, ms. */
  withinMs?: number;
  /** How long to look for a smaller script that fails too, ms. */
  shrinkMs?: number;
}

/** A script in which an invariant does not hold, as small as was found. */
export interface Failure {
  invariant: InvariantName;
  message: string;
  /** The step at which it showed. */
  at: string;
  script: string;
  /** Seed of the world; with the script it repeats the failure. */
  seed: number;
}

export interface BatchResult {
  scripts: number;
  /** Presses of forms. */
  writes: number;
  /** Requests that the server got. */
  requests: number;
  /** How often each fault took effect. */
  faults: Record<string, number>;
  failure: Failure | null;
}

const DEFAULT_SHRINK_MS = 60_000;

function count(result: BatchResult, { world, writes }: Ran): void {
  result.scripts += 1;
  result.writes += writes;
  for (const { network } of world.devices) {
    result.requests += network.sent.filter(({ status }) => status !== null).length;
  }
  for (const [name, times] of world.faults) result.faults[name] = (result.faults[name] ?? 0) + times;
}

/** Runs generated scripts until one shows a violation, or all have run. */
export async function runBatch(code: AppCode, options: BatchOptions): Promise<BatchResult> {
  const runner = new Runner(code, options.ignored);
  const result: BatchResult = { scripts: 0, writes: 0, requests: 0, faults: {}, failure: null };
  let failedAt: number | null = null;
  let best: Failure | null = null;

  const property = fc.asyncProperty(scripts(options.maxSteps), async (script: Step[]) => {
    // Shrinking ends when its time is over: what is left to try counts as good.
    if (failedAt !== null && Date.now() - failedAt > (options.shrinkMs ?? DEFAULT_SHRINK_MS)) return;
    const ran = await runner.run(script, options.seed);
    if (failedAt === null) count(result, ran);
    const { violation } = ran;
    // A smaller script that breaks something else is no smaller form of this one.
    if (!violation || (best && best.invariant !== violation.invariant)) return;
    failedAt ??= Date.now();
    const { invariant, message } = violation;
    best = { invariant, message, at: ran.at, script: textOfScript(script), seed: options.seed };
    throw violation;
  });
  const { seed, runs: numRuns } = options;
  const limit = options.withinMs === undefined ? {} : { interruptAfterTimeLimit: options.withinMs };
  const details = await fc.check(property, { seed, numRuns, ...limit });
  const { errorInstance } = details;
  if (errorInstance && !(errorInstance instanceof Violation)) throw errorInstance;
  return { ...result, failure: best };
}
