import { parseArgs } from 'node:util';
import { bundleApp } from './app/bundle';
import { INVARIANTS, type InvariantName } from './oracle/violation';
import { type BatchResult, runBatch } from './script/campaign';
import { Runner } from './script/run';
import { parseScript } from './script/steps';

const { values } = parseArgs({
  options: {
    runs: { type: 'string' },
    seed: { type: 'string' },
    script: { type: 'string' },
    ignore: { type: 'string' },
    survey: { type: 'boolean' },
    steps: { type: 'string' },
  },
});
const seed = Number(values.seed ?? Date.now() % 1_000_000_000);
const ignored = new Set((values.ignore ?? '').split(',').filter((name): name is InvariantName => name in INVARIANTS));
const maxSteps = Number(values.steps ?? 60);
const code = await bundleApp();

function report({ scripts, writes, requests, faults, failure }: BatchResult, ms: number): void {
  const perSecond = ((writes / ms) * 1000).toFixed(0);
  console.log(`${scripts} scripts, ${writes} writes, ${requests} requests in ${(ms / 1000).toFixed(0)} s: ${perSecond} writes/s.`);
  console.log(Object.entries(faults).sort(([, a], [, b]) => b - a).map(([name, times]) => `${name} ${times}`).join(', '));
  if (!failure) return;
  console.log(`\n${failure.message}\n  at: ${failure.at}\n  seed ${failure.seed}: ${failure.script}\n`);
}

async function replay(text: string): Promise<number> {
  const { violation, at, writes } = await new Runner(code, ignored).run(parseScript(text), seed);
  console.log(violation ? `${violation.message}\n  at: ${at}` : `${writes} writes, and nothing is wrong.`);
  return violation ? 1 : 0;
}

/** Finds one script for each invariant that breaks, leaving out what was found already. */
async function survey(runs: number): Promise<number> {
  for (let round = 0; round < Object.keys(INVARIANTS).length; round += 1) {
    const started = Date.now();
    const result = await runBatch(code, { seed: seed + round, runs, maxSteps, ignored, shrinkMs: 20_000 });
    report(result, Date.now() - started);
    if (!result.failure) break;
    ignored.add(result.failure.invariant);
  }
  return 0;
}

async function batch(runs: number): Promise<number> {
  const started = Date.now();
  const result = await runBatch(code, { seed, runs, maxSteps, ignored });
  report(result, Date.now() - started);
  return result.failure ? 1 : 0;
}

const runs = Number(values.runs ?? 100);
const end = values.script ? await replay(values.script) : await (values.survey ? survey(runs) : batch(runs));
// Calls of tabs that are gone would keep the process for the length of their timeouts.
process.exit(end);
