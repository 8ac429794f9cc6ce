import { spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Kill } from './attack';
import { MUTANTS } from './list';

/*
 * npm run simulate:mutants                     every planted bug
 *                          -- --only drafts    those whose file or bug says so
 *                          -- --state FILE     goes on where the last run ended
 *                          -- --jobs 2         so many at a time
 */

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    state: { type: 'string' },
    jobs: { type: 'string', default: '1' },
  },
});

/** A bug that has the app or the rig run in circles is noticed by that. */
const LONGEST_MS = 15 * 60_000;
const CIRCLES: Kill = { message: 'It does not come to an end.', by: 'time' };

/** Runs one mutant, or none, in a process of its own; gives what was noticed, `null` for nothing. */
function run(number: number | 'none'): Promise<Kill | null> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--import', 'tsx', `${import.meta.dirname}/one.ts`, String(number)]);
    let output = '';
    const isOver = setTimeout(() => {
      child.kill('SIGKILL');
      resolve(CIRCLES);
    }, LONGEST_MS);
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
    child.on('close', () => {
      clearTimeout(isOver);
      const result = /^RESULT (.*)$/m.exec(output)?.[1];
      if (result === undefined) reject(new Error(`Mutant ${number}: ${output.slice(-2_000)}`));
      else resolve(JSON.parse(result));
    });
  });
}

const found: Record<string, Kill | null> =
  values.state && existsSync(values.state) ? JSON.parse(readFileSync(values.state, 'utf8')) : {};
const wanted = MUTANTS.filter(({ bug, file }) => `${file} ${bug}`.includes(values.only));
const left = wanted.filter(({ bug }) => !(bug in found));

async function work(): Promise<void> {
  for (let mutant = left.shift(); mutant; mutant = left.shift()) {
    const kill = await run(MUTANTS.indexOf(mutant));
    found[mutant.bug] = kill;
    if (values.state) writeFileSync(values.state, `${JSON.stringify(found, null, 2)}\n`);
    console.log(`${kill ? 'killed' : 'LIVES '}  ${mutant.bug}  (src/${mutant.file})`);
    if (kill) console.log(`          ${kill.message.slice(0, 200)}\n          by ${kill.by.slice(0, 200)}`);
  }
}

const alarm = left.length > 0 ? await run('none') : null;
if (alarm) throw new Error(`Without a planted bug: ${alarm.message}, by ${alarm.by}`);
await Promise.all(Array.from({ length: Number(values.jobs) }, work));
const alive = wanted.filter(({ bug }) => found[bug] === null);
console.log(`\n${wanted.length - alive.length} of ${wanted.length} planted bugs were killed.`);
process.exit(alive.length > 0 ? 1 : 0);
