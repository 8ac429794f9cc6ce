import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { BROWSER_TESTS, SECURITY_LINES, type SecurityLine } from './lines';

/**
 * `npm run security`: runs the tests of every line and prints passed / applicable. A line without a test that ran has
 * not passed.
 */

interface TestResult {
  file: string;
  title: string;
  passed: boolean;
}

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

function run(command: string, args: string[]): void {
  const env = { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: reportFile('browser') };
  spawnSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'], env });
}

function vitestResults(): TestResult[] {
  const files = SECURITY_LINES.flatMap(({ also = [] }) => also.map(({ file }) => file));
  const projects = ['server', 'unit', 'dom'].flatMap((name) => ['--project', name]);
  const output = ['--reporter=json', `--outputFile=${reportFile('vitest')}`];
  run('vitest', ['run', ...projects, ...output, 'test/integration/security', ...new Set(files)]);
  const { testResults } = readReport('vitest') as VitestReport;
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, status }) => ({
      file: relative(process.cwd(), name),
      title: fullName,
      passed: status === 'passed',
    })),
  );
}

function browserResults(): TestResult[] {
  run('playwright', ['test', '-c', 'test/browser/playwright.config.ts', '--reporter=json', BROWSER_TESTS]);
  const specsOf = ({ suites = [], specs = [] }: PlaywrightSuite): TestResult[] => [
    ...specs.map(({ title, ok }) => ({ file: BROWSER_TESTS, title, passed: ok })),
    ...suites.flatMap(specsOf),
  ];
  return specsOf(readReport('browser') as PlaywrightSuite);
}

function testsOf({ number, also = [] }: SecurityLine, results: readonly TestResult[]): TestResult[] {
  const own = results.filter(({ title }) => title.startsWith(`security ${number}:`));
  return [
    ...own,
    ...also.flatMap(({ file, title }) => results.filter((one) => one.file === file && one.title.includes(title))),
  ];
}

try {
  const results = [...vitestResults(), ...browserResults()];
  const table = SECURITY_LINES.map((line) => {
    const tests = testsOf(line, results);
    const failed = tests.filter(({ passed }) => !passed);
    return { line, tests: tests.length, failed, passed: tests.length > 0 && failed.length === 0 };
  });
  for (const { line, tests, failed, passed } of table) {
    console.log(`${passed ? '✓' : '✗'} ${String(line.number).padStart(2)}  ${line.check} (${tests} tests)`);
    for (const { title } of failed) console.log(`      failed: ${title}`);
  }
  const passed = table.filter((row) => row.passed).length;
  console.log(`\n${passed} / ${table.length}`);
  if (passed < table.length) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
