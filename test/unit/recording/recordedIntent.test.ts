// @vitest-environment node
import '../../support/recording/productionMode';
import 'fake-indexeddb/auto';
import type { UnknownAction } from '@reduxjs/toolkit';
import { expect, test } from 'vitest';
import { writeRequested } from '../../../src/api/client/writes';
import type { Transport, HttpResponse } from '../../../src/api/client/transport';
import { connectivityChanged } from '../../../src/offline/actions';
import { createWebLocks } from '../../../src/offline/tabs/webLocks';
import { createComparison } from '../../../src/recording/behaviour/compare';
import type { RecordedEvent } from '../../../src/recording/core/events';
import { appReducer } from '../../../src/recording/app/appReducer';
import { createOfflineQueue } from '../../../src/state/store/createOfflineQueue';
import { CrashableDisk } from '../../support/app/crashableDisk';
import { SimClock } from '../../support/app/simClock';
import { SimLockManager } from '../../support/app/simLockManager';
import { mockStore } from '../../support/app/mockStore';
import { recordingIn } from '../../support/recording/replayRecording';

const run = recordingIn('test/unit/recording/fixtures/visitStartedOffline.json').runs.find(({ events }) =>
  events.some((event) => event.kind === 'action' && event.action.type === writeRequested.type),
);
const events = run?.events ?? [];

const isAction = (event: RecordedEvent, type: string) => event.kind === 'action' && event.action.type === type;

/** Two writes without a signal, then the signal, and all that the queue did of it. */
const from = events.findIndex((event) => isAction(event, writeRequested.type));
const back = events.findIndex((event, at) => at > from && isAction(event, connectivityChanged.type));
const reloaded = events.findIndex((event, at) => at > back && isAction(event, 'queue/queueReloaded'));
const stale = events.findIndex((event, at) => at > reloaded && isAction(event, 'api/invalidateTags'));
const scene = events.slice(from, stale + 1);

/** The responses to the requests of the queue, in the order they were made. */
function recordedResponses(): Transport {
  const requests = scene.filter(
    (event) => event.kind === 'call' && event.what === 'request' && JSON.stringify(event.with).includes('Captured-At'),
  );
  return async () => {
    const call = requests.shift();
    const response = scene.find((event) => event.kind === 'response' && call?.kind === 'call' && event.id === call.id);
    if (response?.kind !== 'response') throw new Error('Nothing was recorded of this request');
    return response.value as HttpResponse;
  };
}

/** The queue's middleware and listener alone, over the recorded state: every action that reaches the store is kept. */
function aQueue() {
  const reducer = appReducer();
  const before = events.slice(0, from).flatMap((event) => (event.kind === 'action' ? [event.action] : []));
  const base = before.reduce((state, action) => reducer(state, action), reducer(undefined, { type: 'begun' }));
  const manager = new SimLockManager().client('tab');
  const signs = { send: () => undefined, subscribe: () => () => undefined };
  const locks = createWebLocks({
    manager,
    tabId: run?.tab ?? '',
    heartbeat: signs,
    elapsedMs: () => performance.now(),
    every: () => () => undefined,
  });
  let at = 0;
  const { queue, connectivity } = createOfflineQueue({
    ...{ transport: recordedResponses(), locks, now: () => at, random: () => 0.5 },
    records: new CrashableDisk(new SimClock()).open(() => true),
    channel: { post: () => undefined, subscribe: () => () => undefined },
    schedule: () => () => undefined,
    askToPersist: () => undefined,
    dispatch: ((action: UnknownAction) => store.dispatch(action)) as never,
    flush: async () => undefined,
    whenQueueRead: async () => undefined,
    getState: () => store.getState() as never,
  });
  const store = mockStore([queue, connectivity], (actions) => actions.reduce(reducer, base));
  return {
    store,
    async feed(event: RecordedEvent): Promise<void> {
      if (event.kind !== 'action') return;
      ({ at } = event);
      const done: unknown = store.dispatch(event.action);
      await done;
    },
  };
}

const ofQueue = ({ type }: { type: string }) => type.startsWith('queue/');

const isInvalidation = ({ type }: { type: string }) => type === 'api/invalidateTags';

/** The recorded actions of the queue and its listener; what other parts of the app did meanwhile is not theirs. */
const recorded = scene.flatMap((event, at) =>
  event.kind === 'action' && (ofQueue(event.action) || from + at === stale) ? [event.action] : [],
);

test('the queue and its listener emit the recorded actions for the recorded intents, in order', async () => {
  const { store, feed } = aQueue();
  for (const event of scene)
    if (isAction(event, writeRequested.type) || isAction(event, connectivityChanged.type)) await feed(event);
  const emitted = () => store.getActions().filter((action) => ofQueue(action) || isInvalidation(action));
  await expect
    .poll(() => emitted().map(({ type }) => type), { timeout: 30_000 })
    .toEqual(recorded.map(({ type }) => type));
  expect(recorded.map(({ type }) => type)).toEqual([
    ...['queue/entryQueued', 'queue/entryQueued', 'queue/replayStarted', 'queue/entryReplayed', 'queue/entryReplayed'],
    ...['queue/replayFinished', 'queue/queueReloaded', 'api/invalidateTags'],
  ]);
  const comparison = createComparison();
  for (const [index, action] of emitted().entries())
    expect(comparison.firstDifference(recorded[index], action)).toBeNull();
});
