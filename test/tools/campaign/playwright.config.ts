import { defineConfig } from '@playwright/test';
import { CHROMIUM_FLAGS, findChromium } from '../../browser/findChromium';

/** The numbered faults in a real browser; `npm run campaign -- --browser` runs them, see README.md. */
export default defineConfig({
  testDir: './browser/faults',
  testMatch: '**/*.spec.ts',
  outputDir: '../../../test-results/campaign',
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
    launchOptions: { executablePath: findChromium(), args: CHROMIUM_FLAGS },
  },
});
