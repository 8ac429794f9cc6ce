import { defineConfig } from '@playwright/test';
import { chromiumLaunchOptions } from './chromium';

/** `FULL=1` (npm run test:full) runs the long tests, which are tagged @full. Without it the others run. */
const isFullRun = process.env.FULL === '1';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const PROOFS = ['faults', 'journeys', 'recordings', 'security'].map((folder) => `**/${folder}/*.spec.ts`);

/** They take half a minute, and the phone shows the same: at a desk only in the full run. */
const LONG_AT_A_DESK = ['**/layoutShift.spec.ts'];

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  ...(isFullRun ? { grep: /@full/ } : { grepInvert: /@full/ }),
  outputDir: '../../test-results/browser',
  globalSetup: ['./chromiumSetup.ts', './globalSetup.ts'],
  // Two cores serve the server, two browsers and the runner.
  workers: 2,
  // A shared machine may stall; a test that passes only now is reported as flaky.
  retries: process.env.CI ? 1 : 0,
  timeout: 600_000,
  expect: { timeout: 30_000 },
  reporter: [['list'], ['json', { outputFile: `../../test-results/tally/browser${isFullRun ? 'Full' : ''}.json` }]],
  use: {
    // Set by globalSetup before a worker reads this file.
    ...(process.env.APP_ADDRESS ? { baseURL: process.env.APP_ADDRESS } : {}),
    locale: 'en-US',
    screenshot: 'only-on-failure',
    trace: 'on-first-retry',
    launchOptions: chromiumLaunchOptions(),
  },
  projects: [
    { name: 'phone', testIgnore: PROOFS, use: PHONE },
    {
      name: 'desk',
      testIgnore: isFullRun ? PROOFS : [...PROOFS, ...LONG_AT_A_DESK],
      use: { viewport: { width: 1280, height: 900 } },
    },
    // What is proved here does not depend on the width: once, on what reps carry.
    { name: 'proof', testMatch: PROOFS, use: PHONE },
  ],
});
