import { parseArgs } from 'node:util';
import { startPostgres } from '../run/privatePostgres';
import { bundleApp } from './app/bundle';
import { SCENARIOS } from './scenarios';
import { INVARIANTS, type InvariantName } from './oracle/violation';
import { type BatchResult, runBatch } from './script/batch';
import { runSeeds } from './script/manySeeds';
import { nothing, report, withBatch } from './script/progress';
import { Runner } from './script/run';
import { parseScript } from './script/steps';

/*
 * npm run simulate -- --writes 300000                  seed after seed, until one fails
 *                     --writes 300000 --state FILE     the same, from where the file left off
 *                     --writes 300000 --jobs 2         several seeds at a time
 *                     --writes 300000 --postgres       on a private PostgreSQL, not on the embedded database
 *                     --runs 200 --seed 7              scripts of one seed
 *                     --script 'deliver 0.0 0 0; …'    one script
 *                     --scenarios                      the known scenarios, each with its own check
 *                     --phrases 1                      with phrases about the outbox: so many beside 20 steps
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
    jobs: { type: 'string', default: '1' },
    postgres: { type: 'boolean', default: false },
    script: { type: 'string' },
    phrases: { type: 'string' },
    ignore: { type: 'string', default: '' },
    scenarios: { type: 'boolean', default: false },
    survey: { type: 'boolean', default: false },
  },
});
const isInvariant = (name: string): name is InvariantName => name in INVARIANTS;
const seed = Number(values.seed ?? (values.state || values.script ? 1 : Date.now() % 1_000_000_000));
const ignored = new Set(values.ignore.split(',').filter(isInvariant));
const maxSteps = Number(values.steps);
const phrases = values.phrases === undefined ? undefined : Number(values.phrases);
const code = await bundleApp();

/** Runs each known scenario with its own check alone, and says whether it still breaks it. */
async function scenarios(): Promise<number> {
  let broken = 0;
  for (const { scenario, invariant, script, seed } of SCENARIOS) {
    const others = new Set(
      Object.keys(INVARIANTS)
        .filter(isInvariant)
        .filter((name) => name !== invariant),
    );
    const { violation } = await new Runner(code, others).run(parseScript(script), seed);
    if (violation) broken += 1;
    console.log(`${violation ? 'BROKEN' : 'holds '} ${scenario}${violation ? `\n         ${violation.message}` : ''}`);
  }
  console.log(`${broken} of ${SCENARIOS.length} scenarios are broken.`);
  return broken;
}

/** Scripts of one seed, with the time they took in s. */
async function timed(of: number, runs: number): Promise<[BatchResult, number]> {
  const started = Date.now();
  const result = await runBatch(code, { seed: of, runs, maxSteps, phrases, ignored });
  return [result, (Date.now() - started) / 1000];
}

async function runScript(text: string): Promise<number> {
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

async function batches(writes: number): Promise<number> {
  const postgres = values.postgres ? await startPostgres() : null;
  try {
    const progress = await runSeeds({
      firstSeed: seed,
      writes,
      maxSteps,
      phrases,
      ignored: [...ignored],
      jobs: Number(values.jobs),
      statePath: values.state,
      env: postgres ? { TEST_DATABASE_URL: postgres.url } : {},
    });
    report(progress);
    return progress.failures.length;
  } finally {
    await postgres?.stop();
  }
}

function run(): Promise<number> {
  if (values.scenarios) return scenarios();
  if (values.script) return runScript(values.script);
  if (values.writes) return batches(Number(values.writes));
  return values.survey ? survey() : batch();
}

// Calls of tabs that are gone would keep the process for the length of their timeouts.
process.exit((await run()) > 0 ? 1 : 0);
