import { spawnSync } from 'node:child_process';
import { TALLY_FOLDER } from './steps';

/** `npm run test:full`: the long campaigns, the simulation with many seeds, in a real browser what is tagged @full, and all proofs of the specification. */

const campaigns = [
  `vitest run --project simulation --reporter=default --reporter=json --outputFile.json=${TALLY_FOLDER}/full.json`,
  'playwright test -c test/browser/playwright.config.ts --pass-with-no-tests',
  'tsx test/spec/main.ts',
];

for (const command of campaigns) {
  console.log(`\n── ${command}`);
  const { status } = spawnSync(command, { shell: true, stdio: 'inherit', env: { ...process.env, FULL: '1' } });
  if (status !== 0) process.exitCode = 1;
}
