import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { POSTGRES_TESTS, SECURITY_LINES } from '../lines';
import { browserResults, postgresResults, vitestResults } from '../runTests';
import { scoreOf, type TestResult } from '../score';
import { changesOf, type PlantedFault } from './faultsOfTheList';
import { PLANTED_FAULTS } from './plantedFaults';

/*
 * npm run security:faults                    shows that each line of the security list can fail
 *                         -- --lines 37,40   those lines alone
 *
 * Copies the tracked files, plants one fault after the other in the copy, and runs the tests of its line there. A line
 * whose tests stay green proves nothing.
 */

const root = process.cwd();
const { values } = parseArgs({ options: { lines: { type: 'string' } } });
const wantedLines = values.lines?.split(',').map(Number);
const SECURITY_FOLDER = 'test/integration/security';

/** A copy of the project with the dependencies of this one. */
function copyProject(): string {
  const copy = mkdtempSync(join(tmpdir(), 'security-faults-'));
  const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' }).split('\0').filter(Boolean);
  for (const file of tracked) cpSync(join(root, file), join(copy, file), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  return copy;
}

/** The test files in which a line has its tests. */
function testsOf({ line, tests = [] }: PlantedFault): Set<string> {
  const own = readdirSync(join(root, SECURITY_FOLDER))
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => join(SECURITY_FOLDER, name))
    .filter((file) => readFileSync(join(root, file), 'utf8').includes(`security ${line}:`));
  const named = SECURITY_LINES.find(({ number }) => number === line)?.also ?? [];
  return new Set([...own, ...named.map(({ file }) => file), ...tests]);
}

async function resultsOf(copy: string, fault: PlantedFault): Promise<TestResult[]> {
  if (fault.inBrowser) {
    execFileSync(join(copy, 'node_modules/.bin/vite'), ['build', '--logLevel', 'error'], { cwd: copy });
    return browserResults(copy);
  }
  const files = testsOf(fault);
  const onPostgres = POSTGRES_TESTS.filter((file) => files.has(file));
  const embedded = vitestResults(copy, files);
  return onPostgres.length > 0 ? [...embedded, ...(await postgresResults(copy, onPostgres))] : embedded;
}

/** The tests of the line that failed with the fault in the source. */
async function failedWith(copy: string, fault: PlantedFault): Promise<string[]> {
  const sound = changesOf(fault).map(({ file, ...change }) => {
    const path = join(copy, file);
    return { ...change, path, text: readFileSync(path, 'utf8') };
  });
  for (const { path, text, find, replace } of sound)
    writeFileSync(
      path,
      text.replace(find, () => replace),
    );
  try {
    const results = await resultsOf(copy, fault);
    const line = SECURITY_LINES.find(({ number }) => number === fault.line);
    return line ? scoreOf(line, results).faults.filter((text) => text.startsWith('failed: ')) : [];
  } finally {
    for (const { path, text } of sound) writeFileSync(path, text);
  }
}

const copy = copyProject();
let green = 0;
const faults = PLANTED_FAULTS.filter(({ line }) => wantedLines?.includes(line) ?? true);
try {
  for (const fault of faults) {
    const failed = await failedWith(copy, fault);
    if (failed.length === 0) green += 1;
    const summary = failed.length === 0 ? 'NOTHING FAILED' : `${failed.length} failed`;
    console.log(`${failed.length === 0 ? '✗' : '✓'} ${String(fault.line).padStart(2)}  ${fault.fault}: ${summary}`);
    if (failed[0]) console.log(`      ${failed[0].slice(0, 150)}`);
  }
} finally {
  rmSync(copy, { recursive: true, force: true });
}
console.log(`\n${faults.length - green} of ${faults.length} faults were found.`);
if (green > 0) process.exitCode = 1;
