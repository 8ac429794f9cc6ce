import { spawnSync } from 'node:child_process';
import { FULL_SERVER_TESTS } from '../support/testProjects';
import { countInto } from './steps';

/**
 * `npm run test:full` runs the long tests: the simulation with many seeds, whole servers started, killed and backed
 * up, and, in a real browser, the faults and the proofs of the specification that are tagged @full. Of the fault
 * campaign, only the faults that `test/browser/faults` does not have, tagged @short, with three entries each.
 */

const longTests = [
  `vitest run --project simulation test/simulation/simulate.test.ts ${countInto('full')}`,
  `vitest run --project server ${FULL_SERVER_TESTS.join(' ')} ${countInto('fullServer')}`,
  'playwright test -c test/browser/playwright.config.ts --pass-with-no-tests',
  'playwright test -c test/spec/playwright.config.ts --grep=@full',
  'playwright test -c test/tools/campaign/playwright.config.ts --grep=@short',
];

for (const command of longTests) {
  console.log(`\n── ${command}`);
  const env = { ...process.env, FULL: '1', CAMPAIGN_ENTRIES: '3' };
  const { status } = spawnSync(command, { shell: true, stdio: 'inherit', env });
  if (status !== 0) process.exitCode = 1;
}
