import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Kill } from './attack';
import { killByTest } from './byTest';
import { MUTANTS } from './list';
import type { Mutant } from './mutant';
import type { Result } from './worker';
import { themeOf } from './themes';
import { Worker } from './workers';

/*
 * npm run simulate:mutants                     every planted bug
 *                          -- --only drafts    those whose file or bug says so
 *                          -- --state FILE     goes on where the last run ended
 *                          -- --jobs 2         so many at a time
 *                          -- --seed 7         of the first bug; else a new one with each run
 *                          -- --writes 1500    after so many writes a bug counts as unnoticed
 */

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    state: { type: 'string' },
    jobs: { type: 'string', default: '1' },
    seed: { type: 'string' },
    writes: { type: 'string', default: '1500' },
  },
});

interface Found {
  result: Result;
  /** Of the generated scripts. */
  seed: number;
}

const SEEDS = 1_000_000_000;
const firstSeed = Number(values.seed ?? Date.now() % SEEDS);
const found: Record<string, Found> =
  values.state && existsSync(values.state) ? JSON.parse(readFileSync(values.state, 'utf8')) : {};
const wanted = MUTANTS.filter(({ bug, file }) => `${file} ${bug}`.includes(values.only));
const left = wanted.filter(({ bug }) => !(bug in found));

const isKill = (result: Result | undefined): result is Kill => typeof result === 'object' && result !== null;

function lineOf(bug: string, file: string): string {
  const { result, seed } = found[bug] ?? {};
  if (isKill(result))
    return `killed   ${bug}  (src/${file})\n           ${result.message.slice(0, 160)}\n           by ${result.by}, seed ${result.seed}`;
  if (result === 'invalid') return `INVALID  ${bug}  (src/${file})`;
  return `LIVES    ${bug}  (src/${file}), seed ${seed}`;
}

async function work(): Promise<void> {
  const worker = new Worker(({ message, seed, script }) =>
    console.log(`ALARM    fails without a bug too: ${message}\n           --seed ${seed} --script '${script}'`),
  );
  for (let mutant = left.shift(); mutant; mutant = left.shift()) {
    const number = MUTANTS.indexOf(mutant);
    const seed = (firstSeed + number) % SEEDS;
    const result = mutant.test
      ? await killByTest(mutant, mutant.test)
      : await worker.run({ number, seed, writes: Number(values.writes) });
    found[mutant.bug] = { result, seed };
    if (values.state) writeFileSync(values.state, `${JSON.stringify(found, null, 2)}\n`);
    console.log(lineOf(mutant.bug, mutant.file));
  }
  worker.close();
}

await Promise.all(Array.from({ length: Number(values.jobs) }, work));
const of = (is: (result: Result | undefined) => boolean) => wanted.filter(({ bug }) => is(found[bug]?.result));
const killed = of(isKill);
console.log(
  `\n${killed.length} of ${wanted.length} planted bugs were killed, ${killed.filter(({ file }) => !file.startsWith('offline/')).length} of them outside the queue.`,
);
for (const theme of new Set(wanted.map(themeOf))) {
  const isOfTheme = (mutant: Mutant) => themeOf(mutant) === theme;
  console.log(`${theme}: ${killed.filter(isOfTheme).length} of ${wanted.filter(isOfTheme).length}`);
}
const rest = of((result) => !isKill(result));
for (const { bug, file } of rest) console.log(lineOf(bug, file));
process.exit(rest.length > 0 ? 1 : 0);
