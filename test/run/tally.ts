import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { TALLY_FOLDER } from './steps';

/** The parts of Playwright's JSON report that are counted here. `flaky`: failed first and passed when tried again. */
interface Suite {
  title: string;
  suites?: Suite[];
  specs?: {
    title: string;
    tests: {
      status: 'expected' | 'unexpected' | 'flaky' | 'skipped';
      results: { error?: { message?: string } }[];
    }[];
  }[];
}

/** What Vitest writes has `testResults`, what Playwright writes `suites`. */
interface Report {
  testResults?: { assertionResults: { fullName: string; status: string; failureMessages?: string[] }[] }[];
  suites?: Suite[];
}

/** What came of one test. `flaky`: it failed once and passed when tried again, which counts as passed. */
interface Outcome {
  name: string;
  came: 'passed' | 'failed' | 'flaky' | 'skipped';
  /** What its first failure said; empty when there was none. */
  why: string;
}

const CAME = { expected: 'passed', unexpected: 'failed', flaky: 'flaky', skipped: 'skipped' } as const;
const LINES_OF_WHY = 12;
const CHARS_OF_LINE = 300;

/** The first lines of a failure, without colours, set in under the test's name. */
function quoted(message: string): string {
  const lines = stripVTControlCharacters(message).split('\n');
  const shown = lines.filter((line) => line.trim() !== '').slice(0, LINES_OF_WHY);
  return shown.map((line) => `\n    ${line.slice(0, CHARS_OF_LINE)}`).join('');
}

function ofSuite({ title, suites = [], specs = [] }: Suite): Outcome[] {
  const own = specs.flatMap((spec) =>
    spec.tests.map(({ status, results }): Outcome => {
      const why = results.find(({ error }) => error)?.error?.message ?? '';
      return { name: `${title}: ${spec.title}`, came: CAME[status], why };
    }),
  );
  return [...own, ...suites.flatMap(ofSuite)];
}

function ofReport({ testResults = [], suites = [] }: Report): Outcome[] {
  const byVitest = testResults.flatMap(({ assertionResults }) =>
    assertionResults.map(({ fullName, status, failureMessages = [] }): Outcome => {
      const came = status === 'passed' || status === 'failed' ? status : 'skipped';
      return { name: fullName, came, why: failureMessages[0] ?? '' };
    }),
  );
  return [...byVitest, ...suites.flatMap(ofSuite)];
}

/**
 * Names the tests that failed or were flaky since the counts were last cleared, with why, and counts all in one line.
 */
export function printTally(): void {
  const files = existsSync(TALLY_FOLDER) ? readdirSync(TALLY_FOLDER) : [];
  const all = files.flatMap((file) => ofReport(JSON.parse(readFileSync(join(TALLY_FOLDER, file), 'utf8')) as Report));
  const those = (came: Outcome['came']) => all.filter((test) => test.came === came);
  for (const { name, why } of those('flaky')) console.log(`~ passed at the second try: ${name}${quoted(why)}`);
  for (const { name, why } of those('failed')) console.log(`✗ ${name}${quoted(why)}`);
  const passed = those('passed').length + those('flaky').length;
  console.log(`${passed} passed, ${those('failed').length} failed`);
}
