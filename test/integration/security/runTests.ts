import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { startPostgres } from '../../run/privatePostgres';
import { BROWSER_TESTS } from './lines';
import type { TestResult } from './score';

/** As far as it is read here. */
interface VitestReport {
  testResults: { name: string; assertionResults: { fullName: string; status: string }[] }[];
}
interface PlaywrightSuite {
  suites?: PlaywrightSuite[];
  specs?: { title: string; ok: boolean }[];
}

/** Runs a command below `root` that writes a report, and returns the report. */
function reportOf(root: string, command: string, args: (report: string) => string[], env: NodeJS.ProcessEnv): unknown {
  const folder = mkdtempSync(join(tmpdir(), 'security-'));
  const report = join(folder, 'report.json');
  const measuring = { PLAYWRIGHT_JSON_OUTPUT_FILE: report, SECURITY_MEASURED: '1' };
  try {
    spawnSync(join(root, 'node_modules/.bin', command), args(report), {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, ...measuring, ...env },
    });
    return JSON.parse(readFileSync(report, 'utf8'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs files of tests of the project at `root`, the long ones too, on the embedded database or on the one of `env`. */
export function vitestResults(root: string, files: Iterable<string>, env: NodeJS.ProcessEnv = {}): TestResult[] {
  const projects = ['server', 'unit', 'dom'].flatMap((project) => ['--project', project]);
  const args = (report: string) => ['run', ...projects, '--reporter=json', `--outputFile=${report}`, ...files];
  const { testResults } = reportOf(root, 'vitest', args, { FULL: '1', ...env }) as VitestReport;
  return testResults.flatMap((file) =>
    file.assertionResults.map(({ fullName, status }) => ({
      file: relative(root, file.name),
      title: fullName,
      passed: status === 'passed',
    })),
  );
}

/**
 * The embedded database runs one transaction at a time, with a lock or without: only PostgreSQL shows a missing one.
 */
export async function postgresResults(root: string, files: Iterable<string>): Promise<TestResult[]> {
  const { url, stop } = await startPostgres();
  try {
    return vitestResults(root, files, { TEST_DATABASE_URL: url });
  } finally {
    await stop();
  }
}

/** Runs the tests of the defences in a browser, on the app that is built at `root`. */
export function browserResults(root: string): TestResult[] {
  const args = () => ['test', '-c', 'test/browser/playwright.config.ts', '--reporter=json', BROWSER_TESTS];
  const specsOf = ({ suites = [], specs = [] }: PlaywrightSuite): TestResult[] => [
    ...specs.map(({ title, ok }) => ({ file: BROWSER_TESTS, title, passed: ok })),
    ...suites.flatMap(specsOf),
  ];
  return specsOf(reportOf(root, 'playwright', args, {}) as PlaywrightSuite);
}
