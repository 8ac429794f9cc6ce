// @vitest-environment node
import '../../support/recording/productionMode';
import 'fake-indexeddb/auto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { FIXTURES } from '../../browser/fixture/fixtures';
import { replayRecording } from '../../support/recording/replayRecording';

// Whoever replays a recording does so on another day and in another part of the world.
beforeAll(() => {
  vi.stubEnv('TZ', 'Pacific/Tongatapu');
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2031-05-04T23:59:00Z') });
});
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

test('a day online', () => replayRecording('test/unit/recording/fixtures/dayOnline.json'));
test('a day offline', () => replayRecording('test/unit/recording/fixtures/dayOffline.json'));
test('a visit started offline', () => replayRecording('test/unit/recording/fixtures/visitStartedOffline.json'));
test('two tabs', () => replayRecording('test/unit/recording/fixtures/twoTabs.json'));
test('a session that ended', () => replayRecording('test/unit/recording/fixtures/sessionEnded.json'));
test('a refused entry', () => replayRecording('test/unit/recording/fixtures/refusedEntry.json'));
test('an update in the middle', () => replayRecording('test/unit/recording/fixtures/updateInTheMiddle.json'));
test("an admin's morning", () => replayRecording('test/unit/recording/fixtures/adminsMorning.json'));

test.each(['dayOffline', 'dayOnline', 'refusedEntry', 'adminsMorning'])(
  '%s holds no text that names a person or a location',
  (name) => {
    const text = readFileSync(`test/unit/recording/fixtures/${name}.json`, 'utf8');
    const people = FIXTURES.users.flatMap(({ name: person, email, password }) => [person, email, password]);
    const stores = FIXTURES.locations.flatMap(({ name: store, street }) => [store, street]);
    const written = ['Ames', 'No signal in the cellar', 'Shelves are full', 'This box is out of order', 'Lemonade'];
    expect([...people, ...stores, ...written].filter((word) => text.includes(word))).toEqual([]);
  },
);
