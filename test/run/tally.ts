import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TALLY_FOLDER } from './steps';

/** What Vitest writes, and below `stats` what Playwright does: the numbers of tests. */
interface Counts {
  numPassedTests?: number;
  numFailedTests?: number;
  stats?: { expected: number; flaky: number; unexpected: number };
}

/** Adds up the tests that have run since the counts were last cleared, and says so in one line. */
export function printTally(): void {
  const files = existsSync(TALLY_FOLDER) ? readdirSync(TALLY_FOLDER) : [];
  let passed = 0;
  let failed = 0;
  for (const file of files) {
    const counts = JSON.parse(readFileSync(join(TALLY_FOLDER, file), 'utf8')) as Counts;
    passed += (counts.numPassedTests ?? 0) + (counts.stats?.expected ?? 0);
    // A test that passed at the second try has failed once.
    failed += (counts.numFailedTests ?? 0) + (counts.stats?.unexpected ?? 0) + (counts.stats?.flaky ?? 0);
  }
  console.log(`${passed} passed, ${failed} failed`);
}
