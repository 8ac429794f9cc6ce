import { spawn } from 'node:child_process';
import { parseArgs } from 'node:util';
import { machine, writeRows } from './document';
import type { LineRow } from './figures';
import { BENCHES } from './lines';

/**
 * `npm run bench:all`: runs every bench one after the other, prints each line beside its anchor and its goal, and puts
 * the figures into docs/performance.md. `-- --only size,bench` runs those alone; rows of the others stay. A goal that
 * does not hold is no failure: the machine decides too.
 */

const { values } = parseArgs({ options: { only: { type: 'string' } } });
const selected = values.only?.split(',');

/** Everything that a command prints, which is also shown. */
function outputOf(command: string): Promise<string> {
  const child = spawn('npm', ['run', '--silent', ...command.split(' ')], { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
    process.stdout.write(chunk);
  });
  return new Promise((resolve) => child.once('close', () => resolve(output)));
}

const all: LineRow[] = [];
for (const { command, read } of BENCHES) {
  if (selected && !selected.includes(command)) continue;
  const when = machine();
  console.log(`\n── npm run ${command} (${when})`);
  const rows = read(await outputOf(command)).map((row) => ({ ...row, command }));
  if (rows.length === 0) console.log(`npm run ${command} printed no figure.`);
  else writeRows(command, rows, when);
  all.push(...rows);
}
console.table(all.map(({ holds, ...row }) => ({ ...row, holds: holds ? 'yes' : 'NO' })));
