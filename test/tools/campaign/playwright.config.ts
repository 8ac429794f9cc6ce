import { defineConfig } from '@playwright/test';
import { chromiumLaunchOptions } from '../../browser/chromium';

/** The numbered faults in a real browser; `npm run campaign -- --browser` runs them, see README.md. */
export default defineConfig({
  testDir: './browser/faults',
  testMatch: '**/*.spec.ts',
  outputDir: '../../../test-results/campaign',
  globalSetup: '../../browser/chromiumSetup.ts',
  workers: 2,
  fullyParallel: true,
  timeout: 600_000,
  expect: { timeout: 60_000 },
  reporter: [['line'], ['./browser/tableReporter.ts']],
  use: {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    locale: 'en-US',
    launchOptions: chromiumLaunchOptions(),
  },
});
