// @vitest-environment node
import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { readRecording } from '../../src/recording/readRecording';
import { replayState } from '../../src/recording/replayState';
import { appReducer } from '../../src/state/recorded/appReducer';
import { aDayOfWork } from './aDayOfWork';

test('the redacted actions of a day build the recorded states again', async () => {
  const { recording } = await aDayOfWork();
  const read = readRecording(JSON.stringify(recording));
  expect(read).toMatchObject({ ok: true });
  expect(replayState(recording, appReducer())).toMatchObject({ ok: true });
});
