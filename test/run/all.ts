import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { steps, TALLY_FOLDER } from './steps';
import { printTally } from './tally';

/** `npm test`: every step in its order, up to the first that fails. */

const seconds = (since: number) => `${((Date.now() - since) / 1000).toFixed(0)} s`;

function runSteps(): boolean {
  for (const { name, command, rerunHint } of steps) {
    const begun = Date.now();
    console.log(`\n── ${name}: ${command}`);
    // npm has put node_modules/.bin on the PATH.
    const { status } = spawnSync(command, { shell: true, stdio: 'inherit' });
    if (status !== 0) {
      console.error(`\n✗ ${name} failed after ${seconds(begun)}. To see it alone: ${rerunHint}`);
      return false;
    }
    console.log(`✓ ${name}, ${seconds(begun)}`);
  }
  return true;
}

rmSync(TALLY_FOLDER, { recursive: true, force: true });
process.exitCode = runSteps() ? 0 : 1;
printTally();
