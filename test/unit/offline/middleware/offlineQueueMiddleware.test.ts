// @vitest-environment node
import { expect, it } from 'vitest';
import { type QueuedWrite, writeRequested } from '../../../../src/api/client/writes';
import type { Transport, HttpResponse } from '../../../../src/api/client/transport';
import { createOfflineQueueMiddleware } from '../../../../src/offline/middleware/offlineQueueMiddleware';
import { type QueueState, queueSlice, type WithQueue } from '../../../../src/offline/queueSlice';
import { createQueueJournal } from '../../../../src/offline/storage/queueJournal';
import { createInTabLocks } from '../../../../src/offline/tabs/inTabLocks';
import { CrashableDisk } from '../../../support/app/crashableDisk';
import { mockStore } from '../../../support/app/mockStore';
import { SimClock } from '../../../support/app/simClock';

const noResponse: HttpResponse = { ok: false, failure: { kind: 'network', reason: 'network' } };
const yes: HttpResponse = { ok: true, status: 201, data: { _id: 'v1' } };
const responseWith = (status: number): HttpResponse => ({
  ok: false,
  failure: { kind: 'http', status, message: 'No', body: '{"error":"No"}', retryAfterMs: null },
});

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

interface Given {
  userId?: string | null;
  openVisit?: unknown;
  /** How long the first read of the disk takes. */
  queueReadMs?: number;
  queue?: Partial<QueueState>;
}

/** The middleware alone: what it dispatches, what it leaves on disk. */
function aMiddleware(response: HttpResponse | Promise<HttpResponse>, given: Given = {}) {
  const clock = new SimClock();
  const disk = new CrashableDisk(clock);
  const sent: Parameters<Transport>[0][] = [];
  const locks = createInTabLocks('tab');
  const middleware = createOfflineQueueMiddleware<WithQueue>({
    journal: createQueueJournal(disk.open(() => true)),
    locks,
    transport: async (request) => {
      sent.push(request);
      return response;
    },
    now: clock.now,
    random: () => 0,
    schedule: clock.schedule,
    userId: () => (given.userId === undefined ? 'ann' : given.userId),
    knownResponse: () => given.openVisit ?? null,
    locationOfVisit: () => null,
    unitPricesOf: () => null,
    whenQueueRead: () => (given.queueReadMs ? clock.sleep(given.queueReadMs) : Promise.resolve()),
    askToPersist: () => undefined,
    channel: { post: () => undefined, subscribe: () => () => undefined },
    hasDoubt: () => false,
    staleAfterReplay: () => ({ type: 'stale' }),
  });
  const queue: QueueState = { ...queueSlice.getInitialState(), status: 'ready', ...given.queue };
  const store = mockStore([middleware], () => ({ queue }));
  const write = async (one: QueuedWrite): Promise<unknown> => store.dispatch(writeRequested(one));
  return { clock, disk, locks, sent, store, write };
}

const marker = { data: { queued: true, id: 'e1', localId: 'local-e1' } };

it('a write that succeeds is reported as sent, leaves no entry and returns the response', async () => {
  const { disk, store, write } = aMiddleware(yes);
  expect(await write(start)).toEqual({ data: { _id: 'v1' } });
  expect(store.getActions().map(({ type }) => type)).toEqual(['queue/entrySentAtOnce']);
  expect(disk.records('entries')).toEqual([]);
});

it.each([400, 403, 408, 409, 412, 422, 425, 429, 500, 502, 503])(
  'a write that gets a %i returns that error: nothing is dispatched, nothing queued',
  async (status) => {
    const { disk, store, write } = aMiddleware(responseWith(status));
    expect(await write(start)).toMatchObject({ error: { status } });
    expect(store.getActions()).toEqual([]);
    expect([disk.records('entries'), disk.records('states')]).toEqual([[], []]);
  },
);

it.each(['network', 'timeout', 'notOurServer'] as const)(
  'a write without a response (%s) dispatches entryQueued once, without its body, and returns the marker',
  async (reason) => {
    const { clock, disk, store, write } = aMiddleware({ ok: false, failure: { kind: 'network', reason } });
    expect(await write(start)).toEqual(marker);
    const summary = { id: 'e1', state: 'waiting', attempts: 1, mayHaveArrived: true, nextTryAt: clock.now() + 2_000 };
    expect(store.getActions()).toMatchObject([{ type: 'queue/entryQueued', payload: summary }]);
    expect(store.getActions()[0]).not.toHaveProperty('payload.body');
    expect(disk.records('entries')).toMatchObject([{ id: 'e1', body: { location: 'L1' }, userId: 'ann' }]);
    expect(disk.records('states')).toMatchObject([{ ...summary }]);
  },
);

it('while the server is unreachable a write is queued at once, marked as never sent', async () => {
  const { disk, sent, store, write } = aMiddleware(yes, { queue: { reachable: false } });
  expect(await write(start)).toEqual(marker);
  expect(sent).toEqual([]);
  expect(store.getActions()).toMatchObject([{ payload: { attempts: 0, mayHaveArrived: false, nextTryAt: 0 } }]);
  expect(disk.records('entries')).toMatchObject([{ id: 'e1', firstTry: false }]);
});

it('a first try carries its id, time, owner, base version and prices', async () => {
  const { sent, write } = aMiddleware(noResponse);
  await write({ ...start, baseVersion: 3, pricesAsOf: '2026-01-05T08:00:00.000Z' });
  expect(sent[0]?.headers).toEqual({
    'Idempotency-Key': 'e1',
    'Captured-At': '1970-01-01T00:00:00.005Z',
    'Captured-By': 'ann',
    'If-Match': '"3"',
    'Prices-As-Of': '2026-01-05T08:00:00.000Z',
  });
});

it('a visit started without a connection where one is open continues that one, and nothing is saved', async () => {
  const { disk, sent, store, write } = aMiddleware(yes, { openVisit: { _id: 'v9' }, queue: { reachable: false } });
  expect(await write(start)).toEqual({ data: { _id: 'v9' } });
  expect([sent, store.getActions(), disk.records('entries')]).toEqual([[], [], []]);
});

it('a start without a response where a visit is open continues that one, and waits under its id', async () => {
  const { clock, disk, store, write } = aMiddleware(noResponse, { openVisit: { _id: 'v9' } });
  expect(await write(start)).toEqual({ data: { _id: 'v9' } });
  const mapping = { localId: 'local-e1', serverId: 'v9', at: clock.now() };
  expect(store.getActions()).toMatchObject([
    { type: 'queue/idMapped', payload: mapping },
    { type: 'queue/entryQueued', payload: { id: 'e1', mayHaveArrived: true } },
  ]);
  expect([disk.records('entries'), disk.records('idMap')]).toMatchObject([[{ id: 'e1' }], [mapping]]);
});

it('a write without a signed-in user fails like a 401, and is not stored', async () => {
  const { disk, sent, write } = aMiddleware(noResponse, { userId: null });
  expect(await write(start)).toMatchObject({ error: { kind: 'http', status: 401 } });
  expect([disk.records('entries'), sent]).toEqual([[], []]);
});

it('an entry that another tab is sending under this id is reported as saved, and not sent twice', async () => {
  const { clock, locks, sent, write } = aMiddleware(noResponse);
  await write(start);
  await clock.settle();
  await locks.holdEntry('e1');
  expect(await write(start)).toEqual(marker);
  expect(sent).toHaveLength(1);
});

it('a first read of the disk that takes 3 s leaves 1 s for the response', async () => {
  const { clock, write } = aMiddleware(new Promise<HttpResponse>(() => undefined), { queueReadMs: 3_000 });
  const results: unknown[] = [];
  void write(start).then((result) => results.push(result));
  await clock.advance(3_999);
  expect(results).toEqual([]);
  await clock.advance(1);
  expect(results).toEqual([marker]);
});

it('after 4 s a change that the disk cannot mark as saved is not reported: the person waits for the response', async () => {
  let respond: (response: HttpResponse) => void = () => undefined;
  const { clock, disk, write } = aMiddleware(new Promise((resolve) => (respond = resolve)));
  const results: unknown[] = [];
  void write(start).then((result) => results.push(result));
  await clock.advance(3_000);
  disk.faults = ['torn', 'torn'];
  await clock.advance(3_000);
  expect(disk.faults).toEqual([]);
  expect(results).toEqual([]);
  respond(yes);
  await clock.advance(1);
  expect(results).toEqual([{ data: { _id: 'v1' } }]);
  expect(disk.records('entries')).toEqual([]);
});

it('after such a mark, a try without a response is reported as saved once the disk takes it', async () => {
  let respond: (response: HttpResponse) => void = () => undefined;
  const { clock, disk, write } = aMiddleware(new Promise((resolve) => (respond = resolve)));
  const result = write(start);
  await clock.advance(3_000);
  disk.faults = ['torn', 'torn'];
  await clock.advance(3_000);
  respond({ ok: false, failure: { kind: 'network', reason: 'network' } });
  await clock.advance(1);
  expect(await result).toEqual(marker);
  expect(disk.records('states')).toMatchObject([{ id: 'e1', mayHaveArrived: true, attempts: 1 }]);
});

it('a clock that is set ahead during a press does not end its 4 s', async () => {
  let respond: (response: HttpResponse) => void = () => undefined;
  const { clock, write } = aMiddleware(new Promise((resolve) => (respond = resolve)));
  const result = write({ ...start, ts: clock.now() });
  clock.skew = 86_400_000;
  await clock.advance(100);
  respond(yes);
  expect(await result).toEqual({ data: { _id: 'v1' } });
});

it('a write whose first save failed keeps its position before the next write', async () => {
  const { disk, write } = aMiddleware(yes, { queue: { reachable: false } });
  disk.faults = ['torn'];
  await Promise.all([write(start), write({ ...start, id: 'e2', body: { location: 'L2' } })]);
  expect(disk.records('entries')).toMatchObject([
    { id: 'e1', seq: 1 },
    { id: 'e2', seq: 2 },
  ]);
});

it('an id that another tab has locked without saving it is saved after 4 s, as possibly sent', async () => {
  const { clock, disk, locks, sent, write } = aMiddleware(yes);
  await locks.holdEntry('e1');
  const results: unknown[] = [];
  void write(start).then((result) => results.push(result));
  await clock.advance(3_999);
  expect(results).toEqual([]);
  await clock.advance(1);
  expect(results).toEqual([marker]);
  expect(disk.records('entries')).toMatchObject([{ id: 'e1', body: { location: 'L1' } }]);
  expect(disk.records('states')).toMatchObject([{ id: 'e1', mayHaveArrived: true }]);
  expect(sent).toEqual([]);
});

it('an id that another tab has locked is reported as not saved when the disk accepts nothing', async () => {
  const { clock, disk, locks, write } = aMiddleware(yes);
  await locks.holdEntry('e1');
  disk.faults = Array.from({ length: 100 }, () => 'quota' as const);
  const result = write(start);
  await clock.advance(4_000);
  expect(await result).toEqual({ error: { kind: 'storage', mayHaveArrived: true } });
  expect(disk.records('entries')).toEqual([]);
});

it('other requests pass through', () => {
  const { store } = aMiddleware(noResponse);
  store.dispatch({ type: 'any/other' });
  expect(store.getActions()).toEqual([{ type: 'any/other' }]);
});
