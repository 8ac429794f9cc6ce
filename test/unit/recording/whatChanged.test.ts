import { expect, test } from 'vitest';
import { outputCountsIn, whatChanged } from '../../support/recording/whatChanged';

const library = outputCountsIn('test/unit/recording/fixtures');

test('a rerecorded library without differences says so', () => {
  expect(library.size).toBeGreaterThan(0);
  expect(whatChanged(library, library)).toEqual(
    [...library.keys()].map((file) => `${file}: the app does the same as before`),
  );
});

test('added, missing and new behaviour is counted, and a new recording is named', () => {
  const before = new Map([
    [
      'day.json',
      new Map([
        ['queue/replayStarted', 2],
        ['call: timer', 3],
        ['call: post', 1],
      ]),
    ],
  ]);
  const now = new Map([
    [
      'day.json',
      new Map([
        ['queue/replayStarted', 4],
        ['call: timer', 3],
        ['queue/entryHeld', 1],
      ]),
    ],
    ['new.json', new Map<string, number>()],
  ]);
  expect(whatChanged(before, now)).toEqual([
    'day.json:',
    '  call: post: 1 → 0 times',
    '  queue/entryHeld: 0 → 1 times',
    '  queue/replayStarted: 2 → 4 times',
    'new.json: new',
  ]);
});
