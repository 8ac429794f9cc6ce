// @vitest-environment node
import '../../support/recording/productionMode';
import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import {
  createRecordingWriter,
  writeUnwritten,
  type RecordingWriterOptions,
  type UnwrittenChunks,
} from '../../../src/recording/core/recordingWriter';
import { readRecording } from '../../../src/recording/core/readRecording';
import { chunkKey, loadRecording, openStored, type RecordingStorage } from '../../../src/recording/core/recordingStore';
import { createStateReplica } from '../../../src/recording/core/stateReplica';
import { appReducer } from '../../../src/recording/app/appReducer';
import { createPlayback } from '../../../src/recording/app/playback';
import { memoryRecordings } from '../../support/recording/recordedTab';
import { recordingIn, replayBothWays } from '../../support/recording/replayRecording';

const { runs, ...metadata } = recordingIn('test/unit/recording/fixtures/dayOffline.json');

function aWriter(storage: RecordingStorage, options: Partial<RecordingWriterOptions> = {}) {
  const [run] = runs;
  if (!run) throw new Error('The recording has no run');
  const { events: _, ...start } = run;
  const onFailure = (error: unknown) => {
    throw error;
  };
  return createRecordingWriter({
    storage,
    stored: { head: metadata, actions: 0, runs: [] },
    run: start,
    onFailure,
    ...options,
  });
}

/** Keeps the whole recorded day, run by run, as the recorder hands it over. */
async function keepDay(storage: RecordingStorage, limits: { eventsPerChunk: number; chunks: number }): Promise<void> {
  let stored: RecordingWriterOptions['stored'] = { head: metadata, actions: 0, runs: [] };
  for (const { events, ...run } of runs) {
    const writer = aWriter(storage, { stored, run, limits });
    const replica = createStateReplica(appReducer(), metadata.digestEvery);
    for (const event of events) {
      writer.add(event, replica.state());
      if (event.kind === 'action') replica.apply(event.action);
    }
    await writer.save();
    stored = writer.stored();
  }
}

async function keptFile(storage: RecordingStorage) {
  const read = readRecording(JSON.stringify(await loadRecording(storage, metadata.id)));
  if (!read.ok) throw new Error(read.reason);
  return read.recording;
}

test('a recording within its limits is stored whole', async () => {
  const storage = memoryRecordings();
  await keepDay(storage, { eventsPerChunk: 50, chunks: 1000 });
  expect(await keptFile(storage)).toEqual({ ...metadata, runs });
});

test('a recording beyond its limits drops its oldest events, and the rest starts with a base state and replays', async () => {
  const storage = memoryRecordings();
  await keepDay(storage, { eventsPerChunk: 10, chunks: 3 });
  const recording = await keptFile(storage);
  const events = recording.runs.flatMap((run) => run.events);
  expect(events.length).toBeLessThanOrEqual(30);
  const numbers = events.flatMap((event) => (event.kind === 'action' ? [event.n] : []));
  expect(recording.dropped).toBe((numbers[0] ?? 0) - 1);
  expect(recording.runs.some(({ base }) => base !== undefined)).toBe(true);
  expect(await replayBothWays(recording)).toMatchObject({ state: { ok: true }, behaviour: { ok: true } });
  expect(createPlayback(recording)).toMatchObject({ first: numbers[0], last: numbers.at(-1), verdict: { ok: true } });
  // Nothing of what was dropped stays on the device.
  expect((await storage.keys()).filter((key) => key.startsWith('events'))).toHaveLength(3);
});

test('the events not yet written when the page unloads are handed to the next page, across chunks', async () => {
  const storage = memoryRecordings();
  let isThere = true;
  // A write without a response ends with the page.
  const setItem: RecordingStorage['setItem'] = (key, value) =>
    isThere ? storage.setItem(key, value) : new Promise(() => undefined);
  const writer = aWriter({ ...storage, setItem }, { limits: { eventsPerChunk: 2, chunks: 1000 } });
  const events = runs[0]?.events.slice(0, 8) ?? [];
  for (const event of events.slice(0, 3)) writer.add(event, {});
  expect(writer.unwritten()).not.toBeNull();
  await writer.save();
  expect(writer.unwritten()).toBeNull();
  isThere = false;
  for (const event of events.slice(3, 5)) writer.add(event, {});
  void writer.save();
  for (const event of events.slice(5)) writer.add(event, {});
  const unwritten = writer.unwritten();
  if (!unwritten) throw new Error('Nothing is taken along');
  await writeUnwritten(storage, JSON.parse(JSON.stringify(unwritten)) as UnwrittenChunks);
  expect((await loadRecording(storage, metadata.id))?.runs.flatMap((run) => run.events)).toEqual(events);
});

test('a write that fails is reported, and the app goes on', async () => {
  const failures: unknown[] = [];
  const full = { ...memoryRecordings(), setItem: () => Promise.reject(new Error('Quota exceeded')) };
  const writer = aWriter(full, { onFailure: (error) => failures.push(error) });
  const [event] = runs[0]?.events ?? [];
  if (event) writer.add(event, {});
  await writer.save();
  expect(failures).toEqual([new Error('Quota exceeded')]);
});

test('events whose write failed are written again with the next ones', async () => {
  const storage = memoryRecordings();
  let isFull = false;
  const setItem: RecordingStorage['setItem'] = (key, value) =>
    isFull ? Promise.reject(new Error('Quota exceeded')) : storage.setItem(key, value);
  const limits = { eventsPerChunk: 2, chunks: 1000 };
  const writer = aWriter({ ...storage, setItem }, { limits, onFailure: () => undefined });
  const events = runs[0]?.events.slice(0, 5) ?? [];
  isFull = true;
  for (const event of events.slice(0, 2)) writer.add(event, {});
  await writer.save();
  isFull = false;
  for (const event of events.slice(2)) writer.add(event, {});
  await writer.save();
  expect((await loadRecording(storage, metadata.id))?.runs.flatMap((run) => run.events)).toEqual(events);
});

test('overlapping saves write each new event once', async () => {
  const storage = memoryRecordings();
  const written: string[] = [];
  const setItem: RecordingStorage['setItem'] = (key, value) => {
    written.push(key);
    return storage.setItem(key, value);
  };
  const writer = aWriter({ ...storage, setItem }, { limits: { eventsPerChunk: 1, chunks: 1000 } });
  const saves = (runs[0]?.events.slice(0, 5) ?? []).map((event) => {
    writer.add(event, {});
    return writer.save();
  });
  await Promise.all(saves);
  const chunks = written.filter((key) => key.startsWith('events'));
  expect(chunks).toHaveLength(5);
  expect(new Set(chunks).size).toBe(5);
});

test('a recording that an earlier build stored is read and continued in the current version', async () => {
  const storage = memoryRecordings();
  const [first] = runs;
  const { events: _, ...run } = first ?? { events: [] };
  const head = { ...metadata, id: 'old', version: 2 };
  await storage.setItem('recording old', { head, actions: 0, runs: [{ ...run, firstChunk: 4, chunks: 1 }] });
  await storage.setItem(chunkKey('old', 4), [{ kind: 'drew', at: 1, what: 'id', value: 'x' }]);
  const events = [{ kind: 'value', at: 1, what: 'id', value: 'x' }];
  expect(await loadRecording(storage, 'old')).toMatchObject({ version: 3, runs: [{ events }] });
  expect(await openStored(storage, 'old')).toMatchObject({
    head: { version: 3 },
    runs: [{ firstChunk: 0, chunks: 1 }],
  });
  expect(await storage.getItem(chunkKey('old', 0))).toEqual(events);
  expect((await storage.getItem(chunkKey('old', 4))) ?? null).toBeNull();
});
