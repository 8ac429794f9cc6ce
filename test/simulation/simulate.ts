import { parseArgs } from 'node:util';
import { bundleApp } from './app/bundle';
import { SCENARIO_SEED, SCENARIOS } from './scenarios';
import { INVARIANTS, type InvariantName } from './oracle/violation';
import { type BatchResult, runBatch } from './script/campaign';
import { type Progress, readProgress, totals, withBatch, writeProgress } from './script/progress';
import { Runner } from './script/run';
import { parseScript } from './script/steps';

/*
 * npm run simulate -- --writes 300000                  seed after seed, until one fails
 *                     --writes 300000 --state FILE     the same, from where the file left off
 *                     --runs 200 --seed 7              scripts of one seed
 *                     --script 'deliver 0.0 0 0; …'    one script
 *                     --scenarios                      the known scenarios, each with its own check
 *                     --survey                         one script for each invariant that fails
 *                     --ignore price,busy              leaves these checks out
 */

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '100' },
    seed: { type: 'string' },
    steps: { type: 'string', default: '120' },
    writes: { type: 'string' },
    state: { type: 'string' },
    script: { type: 'string' },
    ignore: { type: 'string', default: '' },
    scenarios: { type: 'boolean', default: false },
    survey: { type: 'boolean', default: false },
  },
});
const isInvariant = (name: string): name is InvariantName => name in INVARIANTS;
const SCRIPTS_PER_SEED = 25;
const seed = Number(values.seed ?? (values.state || values.script ? 1 : Date.now() % 1_000_000_000));
const ignored = new Set(values.ignore.split(',').filter(isInvariant));
const maxSteps = Number(values.steps);
const code = await bundleApp();

/** Runs each known scenario with its own check alone, and says whether it still breaks it. */
async function scenarios(): Promise<number> {
  let broken = 0;
  for (const { scenario, invariant, script } of SCENARIOS) {
    const others = new Set(
      Object.keys(INVARIANTS)
        .filter(isInvariant)
        .filter((name) => name !== invariant),
    );
    const { violation } = await new Runner(code, others).run(parseScript(script), SCENARIO_SEED);
    if (violation) broken += 1;
    console.log(`${violation ? 'BROKEN' : 'holds '} ${scenario}${violation ? `\n         ${violation.message}` : ''}`);
  }
  console.log(`${broken} of ${SCENARIOS.length} scenarios are broken.`);
  return broken;
}

/** Scripts of one seed, with the time they took in s. */
async function timed(of: number, runs: number): Promise<[BatchResult, number]> {
  const started = Date.now();
  const result = await runBatch(code, { seed: of, runs, maxSteps, ignored });
  return [result, (Date.now() - started) / 1000];
}

function report(progress: Progress): void {
  console.log(totals(progress));
  for (const { message, at, seed: of, script } of progress.failures) {
    console.log(`\n${message}\n  at: ${at}\n  --seed ${of} --script '${script}'`);
  }
}

const nothing = (of: number): Progress => ({
  source: '',
  firstSeed: of,
  nextSeed: of,
  scripts: 0,
  writes: 0,
  requests: 0,
  seconds: 0,
  faults: {},
  failures: [],
});

async function replay(text: string): Promise<number> {
  const { violation, at, writes } = await new Runner(code, ignored).run(parseScript(text), seed);
  console.log(violation ? `${violation.message}\n  at: ${at}` : `${writes} writes, and nothing is wrong.`);
  return violation ? 1 : 0;
}

async function batch(): Promise<number> {
  const progress = withBatch(nothing(seed), ...(await timed(seed, Number(values.runs))));
  report(progress);
  return progress.failures.length;
}

/** Finds one script for each invariant that fails, leaving out what was found already. */
async function survey(): Promise<number> {
  for (let of = seed; ; of += 1) {
    const [result, seconds] = await timed(of, Number(values.runs));
    report(withBatch(nothing(of), result, seconds));
    if (!result.failure) return 0;
    ignored.add(result.failure.invariant);
  }
}

async function campaign(writes: number, path: string | undefined): Promise<number> {
  let progress = path ? readProgress(path, seed) : nothing(seed);
  while (progress.writes < writes && progress.failures.length === 0) {
    progress = withBatch(progress, ...(await timed(progress.nextSeed, SCRIPTS_PER_SEED)));
    if (path) writeProgress(path, progress);
    console.log(`${progress.writes} of ${writes} writes, up to seed ${progress.nextSeed - 1}`);
  }
  report(progress);
  return progress.failures.length;
}

function run(): Promise<number> {
  if (values.scenarios) return scenarios();
  if (values.script) return replay(values.script);
  if (values.writes) return campaign(Number(values.writes), values.state);
  return values.survey ? survey() : batch();
}

// Calls of tabs that are gone would keep the process for the length of their timeouts.
process.exit((await run()) > 0 ? 1 : 0);
