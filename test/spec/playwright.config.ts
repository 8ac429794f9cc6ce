import { defineConfig } from '@playwright/test';
import { chromiumLaunchOptions } from '../browser/chromium';

/** Where `main.ts` reads what came of each sentence. */
export const RESULT_FILE = `test-results/tally/spec${process.env.FULL === '1' ? 'Full' : ''}.json`;

/** The proofs of the specification; see README.md. A proof that needs another width sets it itself. */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: '../../test-results/spec',
  globalSetup: '../browser/chromiumSetup.ts',
  fullyParallel: true,
  // Two cores serve the servers, two browsers and the runner.
  workers: 2,
  // A shared machine may stall; a test that passes only now is reported as flaky.
  retries: process.env.CI ? 1 : 0,
  timeout: 600_000,
  expect: { timeout: 30_000 },
  reporter: [['line'], ['json', { outputFile: `../../${RESULT_FILE}` }]],
  use: {
    locale: 'en-US',
    timezoneId: 'UTC',
    colorScheme: 'light',
    viewport: { width: 1280, height: 900 },
    screenshot: 'only-on-failure',
    launchOptions: chromiumLaunchOptions(),
  },
});
