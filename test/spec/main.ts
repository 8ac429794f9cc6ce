import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { provedIn, type SpecResults } from './proved';
import { RESULT_FILE } from './playwright.config';
import { printTable } from './table';

/**
 * `npm run spec`: runs the proofs and prints, section by section, what of the specification is proved and what is
 * not. Fails when a requirement has no passing proof, or a proof failed. Arguments go to Playwright.
 */

rmSync(RESULT_FILE, { force: true });
const args = ['playwright', 'test', '-c', 'test/spec/playwright.config.ts', ...process.argv.slice(2)];
const { status } = spawnSync('npx', args, { stdio: 'inherit' });
const results: SpecResults = existsSync(RESULT_FILE)
  ? (JSON.parse(readFileSync(RESULT_FILE, 'utf8')) as SpecResults)
  : { suites: [] };
const allProved = printTable(provedIn(results));
process.exitCode = status === 0 && allProved ? 0 : 1;
