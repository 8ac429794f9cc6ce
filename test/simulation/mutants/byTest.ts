import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PLANTED_SOURCE } from '../../support/app/plantedSource';
import type { Kill } from './attack';
import type { Mutant } from './mutant';

/** Runs a test file with the bug planted. `null` when every test passes; 'invalid' when the tests did not run. */
export async function killByTest(mutant: Mutant, test: string): Promise<Kill | null | 'invalid'> {
  const folder = await mkdtemp(join(tmpdir(), 'planted-'));
  const report = join(folder, 'report.json');
  const args = ['vitest', 'run', '--project', 'dom', `test/unit/${test}`, '--reporter=json', `--outputFile=${report}`];
  const env = { ...process.env, [PLANTED_SOURCE]: JSON.stringify(mutant) };
  try {
    const run = spawn('npx', args, { stdio: 'ignore', env });
    await new Promise((resolve) => run.once('exit', resolve));
    const { numFailedTests, numTotalTests } = JSON.parse(await readFile(report, 'utf8')) as Record<string, number>;
    if (!numTotalTests) return 'invalid';
    const message = `${numFailedTests} of ${numTotalTests} tests fail`;
    return numFailedTests ? { invariant: 'test', message, by: `test/unit/${test}`, script: '', seed: 0 } : null;
  } catch {
    return 'invalid';
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
