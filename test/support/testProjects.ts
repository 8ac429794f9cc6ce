import react from '@vitejs/plugin-react';
import type { TestProjectInlineConfiguration } from 'vitest/config';
import { plantedByEnvironment } from './app/plantedSource.ts';

/** The test files of folders of test/. */
const testsIn = (...folders: string[]) => folders.map((folder) => `test/${folder}/**/*.test.{ts,tsx}`);

/** `FULL=1` (npm run test:full) gives the long tests the time they need. */
const isFullRun = process.env.FULL === '1';

/** The projects of one run must have the same number. The smallest machine has two cores. */
const WORKERS = 2;

/** A shared machine may stall. The reporter names the tests that passed only when retried. */
const RETRIES = process.env.CI ? 1 : 0;

/** How long a test or a hook may take before it counts as hung: many times what it needs. */
const TIMEOUTS = { testTimeout: 240_000, hookTimeout: 300_000 };

/** Tests of several connections at once: the embedded database has only one. */
const isOnPostgres = Boolean(process.env.TEST_DATABASE_URL || process.env.DATABASE_URL);
const POSTGRES_ALONE = isOnPostgres ? [] : testsIn('integration/server/postgres');

const serverTests = (names: string[]) => names.map((name) => `test/integration/${name}.test.ts`);

/** Tests that take two minutes in `npm test` together: `npm run test:pg` and `npm run test:full` run them. */
const SLOW_SERVER_TESTS = serverTests([
  'security/manySignIns',
  'server/commands/backup',
  'server/commands/createAdmin',
  'server/commands/importData',
  'server/demo/demoData',
  'server/longNotes',
  'server/privateFiles',
  'server/replayStorm',
  'server/stop',
]);

/** Tests that start many servers or replay a whole day: they take minutes, so `npm run test:full` runs them. */
const LONG_SERVER_TESTS = serverTests([
  'security/limits',
  'server/badSettings',
  'server/commands/backupFaults',
  'server/crash',
  'server/dataDirLockProcesses',
  'server/killPoints',
  'server/replayDay',
]);

/** The server's tests that `npm run test:full` adds. */
export const FULL_SERVER_TESTS = [...SLOW_SERVER_TESTS, ...LONG_SERVER_TESTS];

/** The server's tests that this run leaves out. */
const leftOut = () => {
  if (isFullRun) return POSTGRES_ALONE;
  return isOnPostgres ? LONG_SERVER_TESTS : [...POSTGRES_ALONE, ...FULL_SERVER_TESTS];
};

/** The four kinds of test that Vitest runs; the fifth, in a real browser, is test/browser. */
export const testProjects: TestProjectInlineConfiguration[] = [
  {
    test: {
      name: 'unit',
      environment: 'node',
      ...TIMEOUTS,
      maxWorkers: WORKERS,
      include: ['test/unit/*.test.ts', ...testsIn('unit/build', 'unit/domain', 'architecture')],
    },
  },
  {
    plugins: [react(), ...plantedByEnvironment()],
    test: {
      name: 'dom',
      retry: RETRIES,
      environment: 'jsdom',
      // The modules and the page of a worker stay from file to file. `dom.ts` removes what a test leaves on the page.
      isolate: false,
      maxWorkers: WORKERS,
      include: testsIn(
        ...['api', 'offline', 'recording', 'state', 'ui', 'features', 'app'].map((layer) => `unit/${layer}`),
        'integration/journeys',
      ),
      setupFiles: ['test/support/app/dom.ts'],
      ...TIMEOUTS,
      css: { modules: { classNameStrategy: 'non-scoped' } },
    },
  },
  {
    test: {
      name: 'server',
      retry: RETRIES,
      environment: 'node',
      include: testsIn('integration/server', 'integration/security'),
      exclude: leftOut(),
      pool: 'forks',
      maxWorkers: WORKERS,
      // A worker keeps its modules from file to file, and with them the one database it has opened.
      isolate: false,
      ...TIMEOUTS,
    },
  },
  {
    test: {
      name: 'simulation',
      environment: 'node',
      maxWorkers: WORKERS,
      include: testsIn('simulation'),
      testTimeout: isFullRun ? 3_600_000 : 600_000,
    },
  },
];
