import { spawnSync } from 'node:child_process';
import { LONG_SERVER_TESTS } from '../support/testProjects';
import { countInto } from './steps';

/**
 * `npm run test:full`: the long campaigns, the simulation with many seeds, whole servers started, killed and
 * backed up, and, in a real browser, the faults and the proofs of the specification that are tagged @full.
 */

const campaigns = [
  `vitest run --project simulation ${countInto('full')}`,
  `vitest run --project server ${LONG_SERVER_TESTS.join(' ')} ${countInto('fullServer')}`,
  'playwright test -c test/browser/playwright.config.ts --pass-with-no-tests',
  'playwright test -c test/spec/playwright.config.ts --grep=@full',
];

for (const command of campaigns) {
  console.log(`\n── ${command}`);
  const { status } = spawnSync(command, { shell: true, stdio: 'inherit', env: { ...process.env, FULL: '1' } });
  if (status !== 0) process.exitCode = 1;
}
