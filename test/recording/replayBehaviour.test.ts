// @vitest-environment node
import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { replayApp } from '../../src/state/recorded/replayedApp';
import type { RecordedEvent } from '../../src/recording/events';
import type { RecordedRun } from '../../src/recording/recordingFile';
import { aDayOfWork } from './aDayOfWork';
import { settle } from './settle';

test('fed what came from outside, the app does again what it did on that day', async () => {
  const { recording } = await aDayOfWork();
  expect(await replayApp(recording, { settle })).toEqual({ ok: true, actions: expect.any(Number) });
});

test('a start that was cut off while the app still read what the device remembers goes no further', async () => {
  const { recording } = await aDayOfWork();
  const isRead = (event: RecordedEvent) => event.kind === 'action' && event.action.type === 'persist/REHYDRATE';
  const runs = recording.runs.map((run): RecordedRun => {
    const third = run.events.filter(isRead)[2];
    return { ...run, events: run.events.slice(0, run.events.findIndex((event) => event === third) + 1) };
  });
  expect(await replayApp({ ...recording, runs }, { settle })).toEqual({ ok: true, actions: 3 });
});
