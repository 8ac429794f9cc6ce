import type { RecordedEvent } from '../../../src/recording/core/events';
import { readRecording } from '../../../src/recording/core/readRecording';
import { replayBothWays } from '../../support/recording/replayRecording';
import { mutantOf } from '../../support/recording/mutantOf';
import { expect, test } from '../fixture/fixtureTest';
import { buildNewer } from '../fixture/newerBuild';
import { DAYS } from './days';
import { stopRecording } from './recorder';

/** A build whose queue goes on showing what was sent, and makes a new key for every try. */
const BUGS = [mutantOf('goes on showing what was sent'), mutantOf('makes a new key for every try')];

const day = DAYS.find(({ name }) => name === 'visitStartedOffline');

test.afterEach(async ({ server }) => {
  await server.stop();
  await server.start();
});

/** The number of the first action like this, or of the last one before the first such call. */
function numberOf(events: RecordedEvent[], isIt: (event: RecordedEvent) => boolean): number {
  const at = events.findIndex(isIt);
  const before = events.slice(0, at + 1).findLast((event) => event.kind === 'action');
  return before?.kind === 'action' ? before.n : 0;
}

test('a recording of an app with bugs, taken in the browser, replays red here at the actions that show them', {
  tag: '@full',
}, async ({ ada, context, network, server, signal }) => {
  const folder = await buildNewer(BUGS);
  await server.stop();
  await server.start(folder);
  await day?.live({ ada, context, network, server, signal });
  const read = readRecording(await stopRecording(ada.page));
  if (!read.ok) throw new Error(read.reason);
  const events = read.recording.runs.flatMap((run) => run.events);

  const { state, behaviour } = await replayBothWays(read.recording);
  const isReplayed = (event: RecordedEvent) => event.kind === 'action' && event.action.type === 'queue/entryReplayed';
  expect(state).toMatchObject({
    ok: false,
    difference: {
      action: numberOf(events, isReplayed),
      what: 'queue/entryReplayed',
      path: expect.stringMatching(/^queue\.entries\.0/),
    },
  });
  const isSent = (event: RecordedEvent) => event.kind === 'call' && JSON.stringify(event.with).includes('Captured-At');
  expect(behaviour).toMatchObject({
    ok: false,
    difference: {
      action: numberOf(events, isSent),
      what: 'the call "request"',
      path: 'headers.Idempotency-Key',
    },
  });
});
