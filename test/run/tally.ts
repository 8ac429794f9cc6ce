import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TALLY_FOLDER } from './steps';

/** The parts of Playwright's JSON report that are counted here. `flaky`: failed first and passed when tried again. */
interface Suite {
  title: string;
  suites?: Suite[];
  specs?: { title: string; tests: { status: 'expected' | 'unexpected' | 'flaky' | 'skipped' }[] }[];
}

/** What Vitest writes has `testResults`, what Playwright writes `suites`. */
interface Report {
  testResults?: { assertionResults: { fullName: string; status: string }[] }[];
  suites?: Suite[];
}

interface Tally {
  passed: number;
  failed: string[];
  /** Names of the tests that failed once and passed when tried again; they count as passed. */
  flaky: string[];
}

function ofSuite({ title, suites = [], specs = [] }: Suite): Tally[] {
  const own = specs.flatMap((spec) =>
    spec.tests.map(({ status }) => ({
      passed: status === 'expected' || status === 'flaky' ? 1 : 0,
      failed: status === 'unexpected' ? [`${title}: ${spec.title}`] : [],
      flaky: status === 'flaky' ? [`${title}: ${spec.title}`] : [],
    })),
  );
  return [...own, ...suites.flatMap(ofSuite)];
}

/** The tests of one report, each as a tally of its own. */
function ofReport({ testResults = [], suites = [] }: Report): Tally[] {
  const byVitest = testResults.flatMap(({ assertionResults }) =>
    assertionResults.map(({ fullName, status }) => ({
      passed: status === 'passed' ? 1 : 0,
      failed: status === 'failed' ? [fullName] : [],
      flaky: [],
    })),
  );
  return [...byVitest, ...suites.flatMap(ofSuite)];
}

/** Names the tests that failed or were flaky since the counts were last cleared, and counts all in one line. */
export function printTally(): void {
  const files = existsSync(TALLY_FOLDER) ? readdirSync(TALLY_FOLDER) : [];
  const tests = files.flatMap((file) => ofReport(JSON.parse(readFileSync(join(TALLY_FOLDER, file), 'utf8')) as Report));
  const failed = tests.flatMap((test) => test.failed);
  for (const name of tests.flatMap((test) => test.flaky)) console.log(`~ passed at the second try: ${name}`);
  for (const name of failed) console.log(`✗ ${name}`);
  const passed = tests.reduce((sum, test) => sum + test.passed, 0);
  console.log(`${passed} passed, ${failed.length} failed`);
}
