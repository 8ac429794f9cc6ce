import { type AppCode, bundleApp } from '../app/bundle';
import { runBatch } from '../script/campaign';
import { Runner } from '../script/run';
import { parseScript } from '../script/steps';
import { SCENARIO_SEED, SCENARIOS } from '../scenarios';
import type { Plugin } from 'vite';

/** What noticed a planted bug. */
export interface Kill {
  message: string;
  /** The scenario's name, or the generated script. */
  by: string;
}

const SEED = 1;
const SCRIPTS = 60;
const MAX_STEPS = 120;

async function byScenario(code: AppCode): Promise<Kill | null> {
  for (const { scenario, script } of SCENARIOS) {
    const { violation } = await new Runner(code).run(parseScript(script), SCENARIO_SEED);
    if (violation) return { message: violation.message, by: scenario };
  }
  return null;
}

async function bySeed(code: AppCode): Promise<Kill | null> {
  const { failure } = await runBatch(code, { seed: SEED, runs: SCRIPTS, maxSteps: MAX_STEPS, shrinkMs: 0 });
  return failure && { message: failure.message, by: `seed ${SEED}, at ${failure.at}` };
}

/** Runs the scenarios, then generated scripts, until one shows a violation. `null`: nothing has noticed the bug. */
export async function attack(plugins: readonly Plugin[]): Promise<Kill | null> {
  const code = await bundleApp(plugins);
  return (await byScenario(code)) ?? (await bySeed(code));
}
