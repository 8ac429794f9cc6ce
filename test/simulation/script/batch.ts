import fc from 'fast-check';
import type { AppCode } from '../app/bundle';
import type { Ignored, InvariantName } from '../oracle/violation';
import { type Ran, Runner } from './run';
import { shrink } from './shrink';
import { OUTBOX_PHRASES } from './outboxPhrases';
import { scriptsOf } from './phrases';
import { type Step, textOfScript } from './steps';

export interface BatchOptions {
  seed: number;
  /** Scripts to run. */
  runs: number;
  maxSteps: number;
  /** Phrases beside 20 single steps. */
  phrases?: number | undefined;
  ignored?: Ignored;
  /** Stop after so many presses of forms. */
  writes?: number;
  /** Called after each script. */
  onScript?(): void;
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
  /** Seed of the run; with the script it repeats the failure. */
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
  /** How often each command of the outbox was given. */
  commands: Record<string, number>;
  failure: Failure | null;
}

const DEFAULT_SHRINK_MS = 60_000;

/**
 * A phrase is some twenty steps: with one phrase beside so many single steps, half of all steps are those of phrases.
 */
const SINGLE_STEPS = 20;
const PHRASES = 0;

function count(result: BatchResult, { simulation, writes }: Ran): void {
  result.scripts += 1;
  result.writes += writes;
  for (const { network } of simulation.devices) {
    result.requests += network.sent.filter(({ status }) => status !== null).length;
  }
  for (const [name, times] of simulation.faults) result.faults[name] = (result.faults[name] ?? 0) + times;
  for (const [name, times] of simulation.given) result.commands[name] = (result.commands[name] ?? 0) + times;
}

/** The smallest form of a failing script. One that breaks something else is none of it. */
async function smallest(
  runner: Runner,
  script: readonly Step[],
  seed: number,
  failed: Ran,
  until: number,
): Promise<Failure> {
  let last = failed;
  const invariant = failed.violation?.invariant ?? 'uncaught';
  const fails = async (smaller: Step[]) => {
    const ran = await runner.run(smaller, seed);
    if (ran.violation?.invariant !== invariant) return false;
    last = ran;
    return true;
  };
  const found = await shrink(script, fails, until);
  return { invariant, message: last.violation?.message ?? '', at: last.at, script: textOfScript(found), seed };
}

/** Runs generated scripts until one shows a violation, or all have run. */
export async function runBatch(code: AppCode, options: BatchOptions): Promise<BatchResult> {
  const { seed, runs, maxSteps, phrases = PHRASES } = options;
  const { writes = Number.POSITIVE_INFINITY, shrinkMs = DEFAULT_SHRINK_MS } = options;
  const runner = new Runner(code, options.ignored);
  const result: BatchResult = { scripts: 0, writes: 0, requests: 0, faults: {}, commands: {}, failure: null };
  const scripts = scriptsOf(maxSteps, {}, OUTBOX_PHRASES, { single: SINGLE_STEPS, phrase: phrases });
  for (const script of fc.sample(scripts, { seed, numRuns: runs })) {
    const ran = await runner.run(script, seed);
    count(result, ran);
    options.onScript?.();
    if (ran.violation) {
      const played = script.slice(0, ran.stepsPlayed);
      result.failure = await smallest(runner, played, seed, ran, Date.now() + shrinkMs);
    }
    if (ran.violation || result.writes >= writes) break;
  }
  return result;
}
