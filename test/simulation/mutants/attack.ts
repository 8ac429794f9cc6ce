import type { AppCode } from '../app/bundle';
import type { InvariantName } from '../oracle/violation';
import { runBatch } from '../script/campaign';
import { Runner } from '../script/run';
import { parseScript } from '../script/steps';
import { SCENARIO_SEED, SCENARIOS } from '../scenarios';
import { focusOf } from './focus';
import type { Mutant } from './mutant';

/** What noticed a planted bug. */
export interface Kill {
  invariant: InvariantName | 'time';
  message: string;
  /** The scenario's name, or the step of the generated script. */
  by: string;
  /** The script that showed it, and the seed of its world: the source without the bug must pass it. */
  script: string;
  seed: number;
}

export interface AttackOptions {
  /** Of the generated scripts. */
  seed: number;
  /** Presses of forms in generated scripts, after which the bug counts as unnoticed. */
  writes: number;
  /** Called after each script. */
  onScript(): void;
}

const MAX_STEPS = 120;
/** More than enough scripts for the writes. */
const SCRIPTS = 1_000;

/** Nothing that works fails this. */
const FIRST_STEPS = 'wait 1100; deliverAlone 0.0 0 0; wait 1100';

/** Whether the app opens at all: a mutant that ends as it is loaded says nothing about the checks. */
async function opens(code: AppCode): Promise<boolean> {
  try {
    const { at, violation } = await new Runner(code).run(parseScript(FIRST_STEPS), SCENARIO_SEED);
    return !(violation?.invariant === 'uncaught' && at === 'begin');
  } catch {
    return false;
  }
}

async function byScenario(code: AppCode, { onScript }: AttackOptions): Promise<Kill | null> {
  const runner = new Runner(code);
  for (const { scenario, script, seed } of SCENARIOS) {
    const { violation } = await runner.run(parseScript(script), seed);
    onScript();
    if (!violation) continue;
    const { invariant, message } = violation;
    return { invariant, message, by: scenario, script, seed };
  }
  return null;
}

async function bySeed(code: AppCode, mutant: Mutant, options: AttackOptions): Promise<Kill | null> {
  const { seed, writes, onScript } = options;
  const factors = focusOf(mutant);
  const { failure } = await runBatch(code, {
    seed,
    runs: SCRIPTS,
    maxSteps: MAX_STEPS,
    shrinkMs: 0,
    writes,
    factors,
    onScript,
  });
  return failure && { ...failure, by: `generated, at ${failure.at}` };
}

/**
 * Runs the scenarios, then generated scripts, until one shows a violation. `null`: nothing has noticed the bug;
 * 'invalid': it does not even open.
 */
export async function attack(code: AppCode, mutant: Mutant, options: AttackOptions): Promise<Kill | null | 'invalid'> {
  if (!(await opens(code))) return 'invalid';
  return (await byScenario(code, options)) ?? (await bySeed(code, mutant, options));
}

/** Whether a script breaks nothing. */
export async function passes(code: AppCode, { script, seed }: Kill): Promise<boolean> {
  const { violation } = await new Runner(code).run(parseScript(script), seed);
  return violation === null;
}
