import { beforeAll, describe, expect, it } from 'vitest';
import { type AppCode, bundleApp } from './app/bundle';
import { runBatch } from './script/campaign';
import { Runner } from './script/run';
import { parseScript } from './script/steps';
import { SCENARIO_SEED, SCENARIOS } from './scenarios';

const IS_FULL = process.env.FULL === '1';
/** The same scripts on every machine, as many as the time allows: `npm run simulate` runs others. */
const SECONDS = Number(process.env.SIMULATION_SECONDS ?? (IS_FULL ? 300 : 30));
const SEED = Number(process.env.SIMULATION_SEED ?? 20_260_105);

describe('The app’s own store on simulated devices, with the real server', () => {
  let code: AppCode;
  beforeAll(async () => {
    code = await bundleApp();
  });

  it.each(SCENARIOS)('holds where it once broke: $scenario', async ({ script }) => {
    const { violation } = await new Runner(code).run(parseScript(script), SCENARIO_SEED);

    expect(violation?.message ?? null).toBeNull();
  });

  it('keeps every invariant at every step of generated scripts, and once every fault is gone', async () => {
    const result = await runBatch(code, {
      seed: SEED,
      runs: 100_000,
      maxSteps: 120,
      withinMs: SECONDS * 1000,
      shrinkMs: 30_000,
    });

    console.info(`${result.scripts} scripts, ${result.writes} writes (seed ${SEED}).`);
    expect(result.failure).toBeNull();
    expect(result.writes).toBeGreaterThan(0);
  });
});
