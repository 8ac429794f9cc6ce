import '../../support/recording/productionMode';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { replayState } from '../../../src/recording/core/replayState';
import { resultText } from '../../support/recording/resultText';
import { appReducer } from '../../../src/recording/app/appReducer';
import { withNewDigests } from '../../support/recording/newDigests';
import { recordingIn } from '../../support/recording/replayRecording';
import { outputCountsIn, whatChanged } from '../../support/recording/whatChanged';

/**
 * `npm run replay:update -- [TITLE] [--states] [--folder FOLDER] [--built]`: lives the days of the library, or those
 * whose title has the words, again in a real browser, on purpose; keeps the new recordings and shows what the app does
 * otherwise than in the old ones. With `--states` the days stay as they were lived, and only the states that this code
 * makes of them are taken for the right ones, each first difference shown: for a state that has got another shape.
 * With `--built` the app is taken as it was built before.
 */

const BROWSER_TESTS = join(import.meta.dirname, '../../browser/playwright.config.ts');

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    states: { type: 'boolean', default: false },
    built: { type: 'boolean', default: false },
    folder: { type: 'string', default: 'test/unit/recording/fixtures' },
  },
});
const folder = resolve(values.folder);
const title = positionals.join(' ');

function takeStates(): void {
  const reducer = appReducer();
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.json'))) {
    const recording = recordingIn(join(folder, name));
    if (!recording.title.includes(title)) continue;
    console.log(`${name}: ${resultText('state', replayState(recording, reducer))}`);
    writeFileSync(join(folder, name), JSON.stringify(withNewDigests(recording, reducer)));
  }
}

/** Gives the exit code of the browser. */
function liveAgain(): number {
  mkdirSync(folder, { recursive: true });
  const before = outputCountsIn(folder);
  const only = title ? ['--grep', title] : [];
  const built = values.built ? null : spawnSync('vite', ['build', '--logLevel', 'error'], { stdio: 'inherit' });
  if (built && built.status !== 0) return built.status ?? 1;
  // Beside the results of a test run, not in their place.
  const options = [`--config=${BROWSER_TESTS}`, '--reporter=list', '--output=test-results/library'];
  const { status } = spawnSync('playwright', ['test', ...options, 'recordings/library', ...only], {
    stdio: 'inherit',
    // Without NODE_ENV, as in a test run: the recorded apps are built for production.
    env: { ...process.env, NODE_ENV: undefined, FULL: '1', UPDATE_RECORDINGS: folder },
  });
  for (const line of whatChanged(before, outputCountsIn(folder))) console.log(line);
  return status ?? 1;
}

if (values.states) takeStates();
else process.exitCode = liveAgain();
