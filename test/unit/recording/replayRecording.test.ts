// @vitest-environment node
import 'fake-indexeddb/auto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { aDayOfWork, SENTINELS } from '../../support/recording/aDayOfWork';
import { replayRecording } from '../../support/recording/replayRecording';

const folder = mkdtempSync(join(tmpdir(), 'recordings-'));

function saved(name: string, text: string): string {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}

test('a downloaded recording replays as a test, in both ways', async () => {
  const { recording } = await aDayOfWork();
  await expect(replayRecording(saved('day.json', JSON.stringify(recording)))).resolves.toBeUndefined();
});

test('a truncated or foreign file is refused with the reason', async () => {
  await expect(replayRecording(saved('cut.json', '{"kind":'))).rejects.toThrow('cut.json');
  await expect(replayRecording(saved('foreign.json', '{"hello":1}'))).rejects.toThrow('foreign.json');
});

test('a file without texts holds nothing that a person typed, and no name', async () => {
  const { recording } = await aDayOfWork();
  const text = JSON.stringify(recording);
  expect(Object.values(SENTINELS).filter((sentinel) => text.includes(sentinel))).toEqual([]);
});
