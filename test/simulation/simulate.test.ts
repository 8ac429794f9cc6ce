import { expect, test } from 'vitest';
import { bundleApp } from './app/bundle';
import { runBatch } from './script/batch';

/** The same scripts on every machine: `npm run simulate` runs others. */
const SCRIPTS = process.env.FULL === '1' ? 60 : 30;
const SEED = 20_260_107;
const MAX_STEPS = 120;

test('generated scripts keep every invariant at every step, and once every fault is gone', async () => {
  const result = await runBatch(await bundleApp(), { seed: SEED, runs: SCRIPTS, maxSteps: MAX_STEPS });

  console.info(`${result.scripts} scripts, ${result.writes} writes (seed ${SEED}).`);
  expect(result.failure).toBeNull();
  expect(result.scripts).toBe(SCRIPTS);
});
