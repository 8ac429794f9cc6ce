// @vitest-environment node
import '../../support/recording/productionMode';
import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import type { ActionEvent, CallEvent, RecordedEvent } from '../../../src/recording/core/events';
import type { Json } from '../../../src/recording/core/json';
import type { Difference } from '../../../src/recording/core/replayState';
import { type SourceChange, withPlanted } from '../../support/app/plantedSource';
import type * as Replays from '../../support/recording/replayRecording';
import { recordingIn } from '../../support/recording/replayRecording';
import { mutantOf } from '../../support/recording/mutantOf';

const FILE = 'test/unit/recording/fixtures/visitStartedOffline.json';
const events = recordingIn(FILE).runs.flatMap((run) => run.events);

/** The first event of the recording that is like this, and the number of its action or of the last before it. */
function find<Event extends RecordedEvent>(
  isIt: (event: RecordedEvent) => event is Event,
): { event: Event; n: number } {
  let n = 0;
  for (const event of events) {
    if (event.kind === 'action') ({ n } = event);
    if (isIt(event)) return { event, n };
  }
  throw new Error('The recording has no such event');
}

const firstAction = (type: string) =>
  find((event): event is ActionEvent => event.kind === 'action' && event.action.type === type);

const firstCall = (what: string, isIt: (detail: Record<string, Json>) => boolean) =>
  find((event): event is CallEvent => event.kind === 'call' && event.what === what && isIt(event.with as never));

/** The first such call after the first such action. */
function firstCallAfter(type: string, what: string) {
  let isAfter = false;
  return find((event): event is CallEvent => {
    isAfter ||= event.kind === 'action' && event.action.type === type;
    return isAfter && event.kind === 'call' && event.what === what;
  });
}

/** The value that the action gave this path of the state. */
const changeIn = ({ changes = [] }: ActionEvent, path: string) => changes.find(([at]) => at === path)?.[1];

interface Regression extends SourceChange {
  bug: string;
  mode: 'state' | 'behaviour';
  /** The first difference, as a replay must name it. */
  difference: () => Difference;
}

const sent = () => firstCall('request', ({ headers }) => JSON.stringify(headers ?? null).includes('Idempotency-Key'));
const keyOf = ({ event }: ReturnType<typeof sent>) => (event.with as { headers: Record<string, string> }).headers;

const regressions: Regression[] = [
  {
    bug: 'queue: a new key for every try',
    ...mutantOf('makes a new key for every try'),
    mode: 'behaviour',
    difference: () => ({
      action: sent().n,
      what: 'the call "request"',
      path: 'headers.Idempotency-Key',
      recorded: keyOf(sent())['Idempotency-Key'],
      replayed: expect.stringContaining(keyOf(sent())['Idempotency-Key'] ?? '?') as string,
    }),
  },
  {
    bug: "queue: the server's id of a visit is not put on disk",
    ...mutantOf('keeps the id map in memory only'),
    mode: 'behaviour',
    difference: () => ({
      action: firstAction('queue/entryReplayed').n - 1,
      what: 'what is written to the disk',
      path: '0.store',
      recorded: 'idMap',
      replayed: 'meta',
    }),
  },
  {
    bug: 'reducer: the list goes on showing what was sent',
    ...mutantOf('goes on showing what was sent'),
    mode: 'state',
    difference: () => ({
      action: firstAction('queue/entryReplayed').n,
      what: 'queue/entryReplayed',
      path: 'queue.entries.0.about.box',
      recorded: changeIn(firstAction('queue/entryReplayed').event, 'queue.entries.0.about.box'),
      replayed: undefined,
    }),
  },
  {
    bug: 'reducer: a confirmed session stays unverified',
    file: 'state/slices/sessionSlice.ts',
    find: 'session.verified = true;',
    replace: '',
    mode: 'state',
    difference: () => ({
      action: firstAction('session/sessionConfirmed').n,
      what: 'session/sessionConfirmed',
      path: 'session.verified',
      recorded: true,
      replayed: undefined,
    }),
  },
  {
    bug: 'listener: a confirmed user is taken for one who just signed in',
    file: 'state/session/sessionListener.ts',
    find: "status === 'loading' && !signedIn ? 'start' : 'signIn'",
    replace: "'signIn'",
    mode: 'behaviour',
    difference: () => ({
      action: firstAction('queue/sessionConfirmedForQueue').n,
      what: 'queue/sessionConfirmedForQueue',
      path: 'payload.by',
      recorded: 'start',
      replayed: 'signIn',
    }),
  },
  {
    bug: 'listener: no timer is armed for what waits',
    ...mutantOf('arms no timer'),
    mode: 'behaviour',
    difference: () => ({
      action: firstCallAfter('queue/replayFinished', 'timer').n,
      what: 'the call "timer"',
      path: '',
      recorded: 'the call "timer"',
      replayed: 'offline/writeRequested',
    }),
  },
];

test.each(regressions)(
  'a replay finds the regression "$bug" and names the first difference',
  async ({ mode, difference, ...change }) => {
    const verdict = await withPlanted([change], async (load) => {
      const { replayBothWays } = await load<typeof Replays>('/test/support/recording/replayRecording.ts');
      return (await replayBothWays(recordingIn(FILE)))[mode];
    });
    expect(verdict).toMatchObject({ ok: false, difference: difference() });
  },
);
