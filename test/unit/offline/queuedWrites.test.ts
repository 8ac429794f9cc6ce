// @vitest-environment node
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, expect, it, vi } from 'vitest';
import type { QueuedWrite } from '../../../src/api/client/writes';
import { calls, type QueuedCallName } from '../../../src/contract/calls';
import { newEntry } from '../../../src/offline/middleware/newEntry';
import { QUEUED_CALL_NAMES, responseVersion } from '../../../src/offline/queuedWrites';
import { createIdbRecordStore } from '../../../src/offline/storage/idbRecordStore';
import { createQueueJournal } from '../../../src/offline/storage/queueJournal';

beforeEach(() => vi.stubGlobal('indexedDB', new IDBFactory()));

const lines = [{ item: 'i1', quantity: 2.5, packaging: 'each' }];

/** A body as the forms make it, and what the entry is to say of it. */
const bodies: { [Name in QueuedCallName]: { body: object; about: object } } = {
  createDelivery: {
    body: { repName: 'Ada', location: 'L1', box: 'b1', lines, visit: 'v1' },
    about: { visit: 'v1', location: 'L1', box: 'b1', repName: 'Ada', lines },
  },
  updateDelivery: { body: { lines }, about: { visit: 'v1', location: 'L1', delivery: 'x1', lines } },
  startVisit: {
    body: { location: 'L1', rep: 'r1' },
    about: { visit: 'local-write-of-startVisit', location: 'L1', rep: 'r1' },
  },
  submitVisit: {
    body: { outcome: 'partial', note: '' },
    about: { visit: 'x1', location: 'L1', outcome: 'partial', note: '' },
  },
  updateVisit: { body: { note: 'Über 2 €' }, about: { visit: 'x1', location: 'L1', note: 'Über 2 €' } },
};

function writeOf(call: QueuedCallName): QueuedWrite {
  const { method, path } = calls[call];
  return {
    id: `write-of-${call}`,
    ts: 1_700_000_000_000,
    call,
    method,
    path: path.replace(':id', 'x1'),
    body: bodies[call].body,
    visitId: call === 'updateDelivery' ? 'v1' : null,
    baseVersion: 3,
    over: 'another-write',
    pricesAsOf: '2026-01-05T08:00:00.000Z',
  };
}

it('every queued call of the contract has a row', () => {
  const queued = Object.entries(calls).filter(([, call]) => 'offline' in call && call.offline === 'queue');
  expect([...QUEUED_CALL_NAMES].sort()).toEqual(queued.map(([name]) => name).sort());
});

it.each(QUEUED_CALL_NAMES)('%s is read from the disk as it was appended', async (call) => {
  const write = writeOf(call);
  const given = newEntry(write, { userId: 'ann', locationOfVisit: () => 'L1', unitPrices: null, firstTry: true });
  const { entry, summary } = await createQueueJournal(createIdbRecordStore()).append(given);
  const { entries, bad } = await createQueueJournal(createIdbRecordStore()).load(0, new Set());
  expect(bad).toEqual([]);
  expect(entries).toMatchObject([{ entry: { ...given, seq: 1 }, summary, isMarked: false }]);
  expect(entry).toEqual({ ...given, seq: 1 });
  expect(entry).toMatchObject({ id: write.id, body: bodies[call].body, baseVersion: 3, over: 'another-write' });
  expect(summary.about).toEqual(bodies[call].about);
});

it.each(QUEUED_CALL_NAMES)('%s has a local id only if it creates a record', (call) => {
  const entry = newEntry(writeOf(call), {
    userId: 'ann',
    locationOfVisit: () => null,
    unitPrices: null,
    firstTry: false,
  });
  const creates = ['startVisit', 'createDelivery'].includes(call);
  expect(entry.creates).toBe(creates ? `local-${entry.id}` : null);
});

it.each([
  [{ version: 4 }, 4],
  [{ visit: { version: 5 } }, 5],
  [{ delivery: { version: 6 } }, 6],
  [{ _id: 'd1' }, null],
  [null, null],
])('the version of a response: %j', (response, version) => {
  expect(responseVersion(response)).toBe(version);
});
