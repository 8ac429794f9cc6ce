import { expect, test } from 'vitest';
import { migrate } from '../../../src/recording/core/recordingMigrations';
import { readRecording } from '../../../src/recording/core/readRecording';
import type { Recording } from '../../../src/recording/core/recordingFile';

const recording: Recording = {
  ...{ format: 'field-sales-recording', version: 3, id: 'r1', title: '', startedAt: 1, stoppedAt: 2, build: 'b' },
  ...{ storageVersion: 1, userId: 'u1', texts: 'pseudonyms', digestEvery: 1, dropped: 0 },
  runs: [
    {
      ...{ startedAt: 1, tab: 't', online: true, route: '/' },
      events: [{ kind: 'action', at: 1, n: 1, action: { type: 'alerts/alertDismissed', payload: 'a1' } }],
    },
  ],
} as Recording;

const reasonFor = (text: string) => {
  const read = readRecording(text);
  return read.ok ? 'accepted' : read.reason;
};

test('a file reads back as it was written', () => {
  expect(readRecording(JSON.stringify(recording))).toEqual({ ok: true, recording });
});

test.each([
  ['a cut file', JSON.stringify(recording).slice(0, 300), /cut/],
  ['no JSON', 'hello', /no JSON/],
  ['another JSON', '{"format":"something-else"}', /no recording of this app/],
  ['a list', '[]', /no recording of this app/],
  ['a newer version', JSON.stringify({ ...recording, version: 99 }), /version 99, made by a newer app/],
  ['a version that never was', JSON.stringify({ ...recording, version: 0 }), /version 0/],
  ['a missing part', JSON.stringify({ ...recording, runs: undefined }), /damaged at runs/],
  ['an event of no kind', JSON.stringify({ ...recording, runs: [{ ...recording.runs[0], events: [{}] }] }), /damaged/],
])('%s is refused with the reason', (_, text, reason) => {
  expect(reasonFor(text)).toMatch(reason);
});

test('a file of version 1 is migrated', () => {
  const [run] = recording.runs;
  const { runs: _, title: __, ...metadata } = recording;
  const first = { ...metadata, version: 1, tab: 't', online: true, route: '/', events: run?.events };
  expect(readRecording(JSON.stringify(first))).toEqual({ ok: true, recording });
});

test('a file of version 2 gets the present names of events', () => {
  const [run] = recording.runs;
  const eventsOf = (version: number, events: object[]) =>
    readRecording(JSON.stringify({ ...recording, version, runs: [{ ...run, events }] }));
  const action = { type: 'alerts/alertDismissed', payload: 'a1' };
  const old = [
    { kind: 'action', at: 1, n: 1, action, outside: true },
    { kind: 'came', at: 2, id: 1, value: 'x', joined: true },
    { kind: 'heard', at: 3, what: 'message', value: 'x' },
    { kind: 'drew', at: 4, what: 'id', value: 'x' },
    { kind: 'place', at: 5, route: '/' },
  ];
  const present = [
    { kind: 'action', at: 1, n: 1, action, external: true },
    { kind: 'response', at: 2, id: 1, value: 'x', sameTick: true },
    { kind: 'message', at: 3, what: 'message', value: 'x' },
    { kind: 'value', at: 4, what: 'id', value: 'x' },
    { kind: 'navigation', at: 5, route: '/' },
  ];
  expect(eventsOf(2, old)).toEqual(eventsOf(3, present));
  expect(eventsOf(2, old).ok).toBe(true);
});

test('migrations go step by step and stop where one is missing', () => {
  const steps = {
    1: (file: object) => ({ ...file, version: 2, a: 1 }),
    2: (file: object) => ({ ...file, version: 3 }),
  };
  expect(migrate({ version: 1 }, 3, steps)).toEqual({ version: 3, a: 1 });
  expect(migrate({ version: 1 }, 4, steps)).toBeNull();
});
