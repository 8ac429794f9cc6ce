import { spawnSync } from 'node:child_process';
import { countInto } from './steps';

/**
 * `npm run test:full`: the long campaigns, the simulation with many seeds, a server killed again and again, in a real
 * browser what is tagged @full, and all proofs of the specification.
 */

const campaigns = [
  `vitest run --project simulation ${countInto('full')}`,
  `vitest run --project server test/server/crash.test.ts ${countInto('fullCrash')}`,
  'playwright test -c test/browser/playwright.config.ts --pass-with-no-tests',
  'tsx test/spec/main.ts',
];

for (const command of campaigns) {
  console.log(`\n── ${command}`);
  const { status } = spawnSync(command, { shell: true, stdio: 'inherit', env: { ...process.env, FULL: '1' } });
  if (status !== 0) process.exitCode = 1;
}
