// @vitest-environment node
import { legacy_configureStore as configureStore } from 'redux-mock-store';
import { expect, it } from 'vitest';
import { type QueuedWrite, writeRequested } from '../../src/api/queuedWrites';
import type { Transport, WireAnswer } from '../../src/api/transport';
import { createOfflineQueueMiddleware } from '../../src/offline/offlineQueueMiddleware';
import { queueSlice, type WithQueue } from '../../src/offline/queueSlice';
import { createQueueJournal } from '../../src/offline/queueStore';
import { createWebLocks } from '../../src/offline/webLocks';
import { CrashableDisk } from '../simulation/crashableDisk';
import { SimClock } from '../simulation/simClock';
import { SimLockManager } from '../simulation/simLockManager';

const noAnswer: WireAnswer = { ok: false, failure: { kind: 'unreachable', reason: 'network' } };
const refusal: WireAnswer = {
  ok: false,
  failure: { kind: 'refused', status: 422, message: 'No', body: '{"error":"No"}', retryAfterMs: null },
};

const start: QueuedWrite = {
  id: 'e1',
  ts: 5,
  call: 'startVisit',
  method: 'POST',
  path: '/visits',
  body: { location: 'L1' },
  visitId: null,
  baseVersion: null,
  over: null,
  pricesAsOf: null,
};

/** The middleware alone: what it dispatches, what it leaves on disk. */
function aMiddleware(
  answer: WireAnswer,
  given: { userId?: string | null; openVisit?: unknown; unreadable?: boolean } = {},
) {
  const disk = new CrashableDisk(new SimClock());
  const sent: Parameters<Transport>[0][] = [];
  const middleware = createOfflineQueueMiddleware<WithQueue>({
    journal: createQueueJournal(
      disk.open(() => true),
      { read: () => null, write: () => undefined },
    ),
    locks: createWebLocks(new SimLockManager().client('tab'), 'tab'),
    transport: async (request) => {
      sent.push(request);
      return answer;
    },
    userId: () => (given.userId === undefined ? 'ann' : given.userId),
    findOpenVisit: () => given.openVisit ?? null,
    locationOfVisit: () => null,
    askToPersist: () => undefined,
    broadcast: () => undefined,
  });
  // The types of redux-mock-store are of an older Redux.
  const chain = [middleware] as unknown as Parameters<typeof configureStore>[0];
  const queue = { ...queueSlice.getInitialState(), unreadable: given.unreadable ?? false };
  const store = configureStore(chain)({ queue });
  const write = async (one: QueuedWrite): Promise<unknown> => store.dispatch(writeRequested(one));
  return { disk, sent, store, write };
}

it('an answered write dispatches nothing, leaves nothing and gives the answer', async () => {
  const { disk, store, write } = aMiddleware({ ok: true, status: 201, data: { _id: 'v1' } });
  expect(await write(start)).toEqual({ data: { _id: 'v1' } });
  expect(store.getActions()).toEqual([]);
  expect(disk.records('entries')).toEqual([]);
});

it('a refused write dispatches nothing, leaves nothing and gives the refusal', async () => {
  const { disk, store, write } = aMiddleware(refusal);
  expect(await write(start)).toMatchObject({ error: { status: 422 } });
  expect(store.getActions()).toEqual([]);
  expect(disk.records('entries')).toEqual([]);
});

it('an unanswered write dispatches entryQueued once, with the head and no body, and gives the marker', async () => {
  const { disk, store, write } = aMiddleware(noAnswer);
  expect(await write(start)).toEqual({ data: { queued: true, id: 'e1', localId: 'local-e1' } });
  expect(store.getActions()).toMatchObject([{ type: 'queue/entryQueued', payload: { id: 'e1', state: 'waiting' } }]);
  expect(store.getActions()[0]).not.toHaveProperty('payload.body');
  expect(disk.records('entries')).toMatchObject([{ id: 'e1', body: { location: 'L1' }, userId: 'ann' }]);
});

it('the entry’s id, time and owner travel with it', async () => {
  const { sent, write } = aMiddleware(noAnswer);
  await write(start);
  expect(sent).toMatchObject([
    { headers: { 'Idempotency-Key': 'e1', 'Captured-At': '1970-01-01T00:00:00.005Z', 'Captured-By': 'ann' } },
  ]);
});

it('a visit started without a connection where one is open continues that one', async () => {
  const { disk, store, write } = aMiddleware(noAnswer, { openVisit: { _id: 'v9' } });
  expect(await write(start)).toEqual({ data: { _id: 'v9' } });
  expect(store.getActions()).toEqual([]);
  expect(disk.records('entries')).toEqual([]);
});

it('nobody’s write is refused as the server would refuse it, and kept nowhere', async () => {
  const { disk, sent, write } = aMiddleware(noAnswer, { userId: null });
  expect(await write(start)).toMatchObject({ error: { kind: 'refused', status: 401 } });
  expect([disk.records('entries'), sent]).toEqual([[], []]);
});

it('while the queue can’t be read a write joins it unsent: what waits there may have to go first', async () => {
  const { disk, sent, write } = aMiddleware({ ok: true, status: 201, data: { _id: 'v1' } }, { unreadable: true });
  expect(await write(start)).toEqual({ data: { queued: true, id: 'e1', localId: 'local-e1' } });
  expect(sent).toEqual([]);
  expect(disk.records('entries')).toMatchObject([{ id: 'e1' }]);
});

it('everything else passes through', () => {
  const { store } = aMiddleware(noAnswer);
  store.dispatch({ type: 'any/other' });
  expect(store.getActions()).toEqual([{ type: 'any/other' }]);
});
