import { spawnSync } from 'node:child_process';
import { countInto } from './steps';

/**
 * `npm run test:full`: the long campaigns, the simulation with many seeds, a server killed again and again, and, in a
 * real browser, the faults and the proofs of the specification that are tagged @full.
 */

const campaigns = [
  `vitest run --project simulation ${countInto('full')}`,
  `vitest run --project server test/integration/server/crash test/integration/server/killPoints test/integration/server/dataDirLockProcesses ${countInto('fullCrash')}`,
  'playwright test -c test/browser/playwright.config.ts --pass-with-no-tests',
  'playwright test -c test/spec/playwright.config.ts --grep=@full',
];

for (const command of campaigns) {
  console.log(`\n── ${command}`);
  const { status } = spawnSync(command, { shell: true, stdio: 'inherit', env: { ...process.env, FULL: '1' } });
  if (status !== 0) process.exitCode = 1;
}
