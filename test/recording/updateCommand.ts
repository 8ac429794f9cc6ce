import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { timelineOf } from '../../src/recording/timeline';
import { recordingIn } from './replayRecording';

/**
 * `npm run replay:update [-- NAME]`: lives the days of the library again in a real browser, on purpose, keeps the
 * new recordings and shows what the app does otherwise than in the old ones.
 */

const FOLDER = 'test/recordings';

/** How often the app did what, by recording. */
function doings(): Map<string, Map<string, number>> {
  const files = readdirSync(FOLDER).filter((file) => file.endsWith('.json'));
  return new Map(
    files.map((file) => {
      const counts = new Map<string, number>();
      for (const { who, what } of timelineOf(recordingIn(`${FOLDER}/${file}`))) {
        if (who === 'app') counts.set(what, (counts.get(what) ?? 0) + 1);
      }
      return [file, counts];
    }),
  );
}

const before = doings();
const [name] = process.argv.slice(2);
const command =
  'vite build --logLevel error && playwright test -c test/browser/playwright.config.ts recordings/library';
const { status } = spawnSync(name ? `${command} --grep ${JSON.stringify(name)}` : command, {
  shell: true,
  stdio: 'inherit',
  env: { ...process.env, FULL: '1', UPDATE_RECORDINGS: '1' },
});
for (const [file, now] of doings()) {
  const old = before.get(file);
  const whats = [...new Set([...(old?.keys() ?? []), ...now.keys()])].sort();
  const changed = whats.filter((what) => old?.get(what) !== now.get(what));
  console.log(old ? `${file}: ${changed.length === 0 ? 'the app does the same as before' : ''}` : `${file}: new`);
  if (old) for (const what of changed) console.log(`  ${what}: ${old.get(what) ?? 0} → ${now.get(what) ?? 0} times`);
}
process.exitCode = status ?? 1;
