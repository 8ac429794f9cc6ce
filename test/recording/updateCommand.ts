import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { doingsIn, whatChanged } from './whatChanged';

/**
 * `npm run replay:update -- [TITLE] [--folder FOLDER]`: lives the days of the library, or those whose title has the
 * word, again in a real browser, on purpose; keeps the new recordings and shows what the app does otherwise than in
 * the old ones. Needs the app to be built.
 */

const BROWSER_TESTS = join(import.meta.dirname, '../browser/playwright.config.ts');

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { folder: { type: 'string', default: 'test/recordings' } },
});
const folder = resolve(values.folder);
mkdirSync(folder, { recursive: true });
const before = doingsIn(folder);
const only = positionals.length > 0 ? ['--grep', positionals.join(' ')] : [];
const { status } = spawnSync('playwright', ['test', `--config=${BROWSER_TESTS}`, 'recordings/library', ...only], {
  stdio: 'inherit',
  env: { ...process.env, FULL: '1', UPDATE_RECORDINGS: folder },
});
for (const line of whatChanged(before, doingsIn(folder))) console.log(line);
process.exitCode = status ?? 1;
