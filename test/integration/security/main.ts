import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { measureStorm } from '../../tools/bench/storm';
import { startPostgres } from '../../run/privatePostgres';
import { BROWSER_TESTS, POSTGRES_TESTS, SECURITY_LINES } from './lines';
import { scoreOf, type TestResult } from './score';

/**
 * `npm run security`: runs the tests of every line and prints passed / applicable. A line without a test that ran has
 * not passed. Times are measured, so the machine should have nothing else to do.
 */

/** As far as it is read here. */
interface VitestReport {
  testResults: { name: string; assertionResults: { fullName: string; status: string }[] }[];
}
interface PlaywrightSuite {
  suites?: PlaywrightSuite[];
  specs?: { title: string; ok: boolean }[];
}

const folder = mkdtempSync(join(tmpdir(), 'security-'));
const reportFile = (name: string) => join(folder, `${name}.json`);
const readReport = (name: string): unknown => JSON.parse(readFileSync(reportFile(name), 'utf8'));

function run(command: string, args: string[], env: NodeJS.ProcessEnv = {}): void {
  const measuring = { PLAYWRIGHT_JSON_OUTPUT_FILE: reportFile('browser'), SECURITY_MEASURED: '1' };
  spawnSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, ...measuring, ...env } });
}

/** Runs files of tests and returns their results; `name` names the report. */
function vitestResults(name: string, files: Iterable<string>, env: NodeJS.ProcessEnv = {}): TestResult[] {
  const projects = ['server', 'unit', 'dom'].flatMap((project) => ['--project', project]);
  run('vitest', ['run', ...projects, '--reporter=json', `--outputFile=${reportFile(name)}`, ...files], env);
  const { testResults } = readReport(name) as VitestReport;
  return testResults.flatMap((file) =>
    file.assertionResults.map(({ fullName, status }) => ({
      file: relative(process.cwd(), file.name),
      title: fullName,
      passed: status === 'passed',
    })),
  );
}

function embeddedResults(): TestResult[] {
  const files = SECURITY_LINES.flatMap(({ also = [] }) => also.map(({ file }) => file));
  // The long tests of the server are among them.
  return vitestResults('vitest', new Set(['test/integration/security', ...files]), { FULL: '1' });
}

/** The embedded database runs one transaction at a time, with a lock or without: only PostgreSQL shows a missing one. */
async function postgresResults(): Promise<TestResult[]> {
  const { url, stop } = await startPostgres();
  try {
    return vitestResults('postgres', POSTGRES_TESTS, { TEST_DATABASE_URL: url });
  } finally {
    await stop();
  }
}

function browserResults(): TestResult[] {
  run('playwright', ['test', '-c', 'test/browser/playwright.config.ts', '--reporter=json', BROWSER_TESTS]);
  const specsOf = ({ suites = [], specs = [] }: PlaywrightSuite): TestResult[] => [
    ...specs.map(({ title, ok }) => ({ file: BROWSER_TESTS, title, passed: ok })),
    ...suites.flatMap(specsOf),
  ];
  return specsOf(readReport('browser') as PlaywrightSuite);
}

/** Line 45 names a time, which a test among others cannot measure. */
async function stormResult(): Promise<TestResult> {
  const { idle, storm, lost } = await measureStorm();
  const figures = `p99 ${idle.p99.toFixed(0)} ms idle, ${storm.p99.toFixed(0)} ms in the storm, ${lost} lost`;
  const passed = lost === 0 && storm.p99 <= 10 * idle.p99;
  return { file: 'measured', title: `security 45: ${figures}`, passed };
}

try {
  const results = [...embeddedResults(), ...(await postgresResults()), ...browserResults(), await stormResult()];
  const table = SECURITY_LINES.map((line) => scoreOf(line, results));
  for (const { line, tests, faults, passed } of table) {
    console.log(`${passed ? '✓' : '✗'} ${String(line.number).padStart(2)}  ${line.check} (${tests} tests)`);
    for (const fault of faults) console.log(`      ${fault}`);
  }
  const passed = table.filter((row) => row.passed).length;
  console.log(`\n${passed} / ${table.length}`);
  if (passed < table.length) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
