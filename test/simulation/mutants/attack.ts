import fc from 'fast-check';
import type { AppCode } from '../app/bundle';
import type { InvariantName } from '../oracle/violation';
import { scriptsOf } from '../script/phrases';
import { Runner } from '../script/run';
import { parseScript, type Step, textOfScript } from '../script/steps';
import { SCENARIO_SEED, SCENARIOS } from '../scenarios';
import { focusOf } from './themes';
import type { Mutant } from './mutant';

/** What noticed a planted bug. */
export interface Kill {
  /** 'test': a unit test. */
  invariant: InvariantName | 'time' | 'test';
  message: string;
  /** The scenario's name, or the step of the generated script. */
  by: string;
  /** The script that showed it, and the seed of its run: the source without the bug must pass it. */
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
  /** Whether the source without the bug passes the script: else it says nothing about the bug. */
  isTheBug(kill: Kill): Promise<boolean>;
}

/** Single steps and phrases of one script: the first scripts are short, since one phrase shows most bugs. */
const FIRST_PARTS = 4;
const MAX_PARTS = 40;
const WEIGHTS = { single: 3, phrase: 2 };
const partsOf = (scriptsBefore: number) => Math.min(MAX_PARTS, FIRST_PARTS + scriptsBefore);

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

const oneOf = (all: fc.Arbitrary<Step[]>, seed: number): Step[] => fc.sample(all, { seed, numRuns: 1 }).flat();

async function byScenario(code: AppCode, { onScript, isTheBug }: AttackOptions): Promise<Kill | null> {
  const runner = new Runner(code);
  for (const { scenario, script, seed } of SCENARIOS) {
    const { violation } = await runner.run(parseScript(script), seed);
    onScript();
    if (!violation) continue;
    const { invariant, message } = violation;
    const kill = { invariant, message, by: scenario, script, seed };
    if (await isTheBug(kill)) return kill;
  }
  return null;
}

/** Generated scripts until one shows a violation that the source without the bug has not. */
async function bySeed(code: AppCode, mutant: Mutant, options: AttackOptions): Promise<Kill | null> {
  const { seed: firstSeed, writes, onScript, isTheBug } = options;
  const { factors, phrases } = focusOf(mutant);
  const runner = new Runner(code);
  let written = 0;
  for (let seed = firstSeed; written < writes; seed += 1) {
    const script = oneOf(scriptsOf(partsOf(seed - firstSeed), factors, phrases, WEIGHTS), seed);
    const ran = await runner.run(script, seed);
    written += ran.writes;
    onScript();
    if (!ran.violation) continue;
    const { invariant, message } = ran.violation;
    const played = textOfScript(script.slice(0, ran.stepsPlayed));
    const kill = { invariant, message, by: `generated, at ${ran.at}`, script: played, seed };
    if (await isTheBug(kill)) return kill;
  }
  return null;
}

/**
 * Runs generated scripts, then the scenarios, until one shows a violation. `null`: nothing has noticed the bug;
 * 'invalid': it does not even open.
 */
export async function attack(code: AppCode, mutant: Mutant, options: AttackOptions): Promise<Kill | null | 'invalid'> {
  if (!(await opens(code))) return 'invalid';
  return (await bySeed(code, mutant, options)) ?? (await byScenario(code, options));
}

export { closeServer } from '../rig/realServer';

/** Whether a script breaks nothing. */
export async function passes(code: AppCode, { script, seed }: Kill): Promise<boolean> {
  const { violation } = await new Runner(code).run(parseScript(script), seed);
  return violation === null;
}
