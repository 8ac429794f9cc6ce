// @vitest-environment node
import 'fake-indexeddb/auto';
import { test } from 'vitest';
import { replayRecording } from './replayRecording';

test('a day online', () => replayRecording('test/recordings/dayOnline.json'));
test('a day offline', () => replayRecording('test/recordings/dayOffline.json'));
test('a visit started offline', () => replayRecording('test/recordings/visitStartedOffline.json'));
test('two tabs', () => replayRecording('test/recordings/twoTabs.json'));
test('a session that ended', () => replayRecording('test/recordings/sessionEnded.json'));
test('a refused entry', () => replayRecording('test/recordings/refusedEntry.json'));
test('an update in the middle', () => replayRecording('test/recordings/updateInTheMiddle.json'));
test("an admin's morning", () => replayRecording('test/recordings/adminsMorning.json'));
