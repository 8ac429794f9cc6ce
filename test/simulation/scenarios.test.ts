import { beforeAll, describe, expect, it } from 'vitest';
import { type AppCode, bundleApp } from './app/bundle';
import { Runner } from './script/run';
import { parseScript } from './script/steps';
import { SCENARIOS } from './scenarios';

/** Longer than a busy machine takes to bundle the app. */
const BUNDLE_MS = 60_000;

describe('A sequence that once broke a promise keeps every invariant', () => {
  let code: AppCode;
  beforeAll(async () => {
    code = await bundleApp();
  }, BUNDLE_MS);

  it.each(SCENARIOS)('$scenario', async ({ script, seed }) => {
    const { violation } = await new Runner(code).run(parseScript(script), seed);

    expect(violation?.message ?? null).toBeNull();
  });
});
