import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { recordingIn, replayRecording } from '../../support/recording/replayRecording';

test('npm run replay:update records a day again in a browser, stores it and shows what changed', {
  tag: '@full',
}, async () => {
  test.setTimeout(900_000);
  const folder = mkdtempSync(join(tmpdir(), 'library-'));
  const file = join(folder, 'dayOnline.json');
  copyFileSync('test/unit/recording/fixtures/dayOnline.json', file);
  const before = recordingIn(file);
  const { status, stdout } = spawnSync(
    'npm',
    ['run', '--silent', 'replay:update', '--', before.title, '--folder', folder, '--built'],
    {
      encoding: 'utf8',
      // A run of its own, not a part of this one.
      env: Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(?:TEST|PLAYWRIGHT|PW)_/.test(name))),
    },
  );
  expect(status).toBe(0);
  expect(stdout).toMatch(/^dayOnline\.json:/m);
  expect(recordingIn(file)).toMatchObject({ title: before.title });
  expect(recordingIn(file).id).not.toBe(before.id);
  await replayRecording(file);
});
