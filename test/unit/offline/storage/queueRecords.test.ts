// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { freshState } from '../../../../src/offline/entry';
import { changedMeta, isPaused, NO_PAUSE, readEntry, readMeta } from '../../../../src/offline/storage/queueRecords';
import { parseQueue, type RawQueue } from '../../../../src/offline/storage/readQueue';
import { anEntry } from '../../../support/queue/anEntry';

const fresh = freshState(anEntry());
const lists = { entries: [], states: [], idMap: [], quarantine: [], ended: [] };
const empty: RawQueue = { ...lists, meta: undefined, pass: undefined };
const readKind = (raw: unknown, state: unknown = fresh) => readEntry(raw, state, 0).kind;

describe('an entry', () => {
  it('is read unchanged', () => {
    expect(readEntry(anEntry(), fresh, 0)).toMatchObject({ kind: 'entry', entry: anEntry(), isMarked: true });
  });

  const damage: [string, object][] = [
    ['a missing field', { path: undefined }],
    ['a path that is none', { path: 'visits' }],
    ['another method', { method: 'DELETE' }],
    ['an unknown call', { call: 'createItem' }],
    ['no position in the order', { seq: 0 }],
    ['a broken position', { seq: 1.5 }],
    ['no owner', { userId: '' }],
    ['a time that is a text', { ts: '2026' }],
    ['no word of a first try', { firstTry: undefined }],
    ['a version that is a text', { baseVersion: '3' }],
    ['a field too many', { extra: true }],
  ];

  it.each(damage)('with %s is quarantined under its id, with a reason', (_what, change) => {
    const read = readEntry({ ...anEntry(), ...change }, fresh, 0);
    expect(read).toMatchObject({ kind: 'bad', id: 'e1', reason: expect.stringMatching(/./) });
  });

  it.each([null, undefined, 7, 'e1', []])('%j is none', (raw) => {
    expect(readKind(raw)).toBe('bad');
  });

  it('of a newer build is read as far as other entries may wait for it', () => {
    const read = readEntry({ ...anEntry({ visitId: 'v1', creates: 'local-x' }), v: 9, more: 1 }, undefined, 0);
    expect(read).toMatchObject({ kind: 'newer', stub: { id: 'e1', userId: 'ann', visitId: 'v1', creates: 'local-x' } });
  });

  it.each([
    ['startVisit', 'startVisit'],
    ['photographBox', 'updateVisit'],
  ])('of a newer build with the call %s counts as %s', (call, counted) => {
    const read = readEntry({ ...anEntry(), v: 9, call, body: { rep: 'r2' } }, undefined, 0);
    expect(read).toMatchObject({ kind: 'newer', stub: { call: counted, about: { rep: 'r2' } } });
  });
});

describe('an entry without a mark of its own', () => {
  it('waits, so it is sent', () => {
    const read = readEntry(anEntry(), undefined, 0);
    expect(read).toMatchObject({ kind: 'entry', isMarked: false, summary: { state: 'waiting', attempts: 0 } });
  });

  it.each([{ id: 'e1' }, { ...fresh, state: 'lost' }])(
    'waits too when its mark cannot be read, and may have arrived: %j',
    (state) => {
      const read = readEntry(anEntry(), state, 0);
      expect(read).toMatchObject({ isMarked: true, summary: { state: 'waiting', mayHaveArrived: true } });
    },
  );

  it.each([
    [true, true],
    [false, false],
  ])('may have arrived when a first try followed its append: %s', (firstTry, mayHaveArrived) => {
    expect(readEntry(anEntry({ firstTry }), undefined, 0)).toMatchObject({ summary: { mayHaveArrived } });
  });
});

it('the queue is read in the order made, each entry with its own state', () => {
  const entries = [anEntry({ seq: 2 }), { v: 2, id: 'rotten' }, anEntry({ seq: 1 })];
  const states = [
    { ...fresh, state: 'refused' },
    { ...fresh, id: 'e2' },
  ];
  const { entries: read, bad } = parseQueue({ ...empty, entries, states }, null);
  expect(read.map(({ summary }) => [summary.id, summary.state])).toEqual([
    ['e1', 'refused'],
    ['e2', 'waiting'],
  ]);
  expect(bad.map(({ id }) => id)).toEqual(['rotten']);
});

it('unreadable id mappings are left out, and missing counters start at 0', () => {
  const mapping = { localId: 'local-1', serverId: 'v1', at: 5 };
  const { mappings, meta } = parseQueue({ ...empty, idMap: [mapping, { localId: 'local-2' }, null] }, null);
  expect(mappings).toEqual([mapping]);
  expect(meta).toEqual({ name: 'queue', seq: 0, count: 0, rev: 0, indexRev: 0 });
});

it('a write of this build updates the index, and one of an older build makes it stale', () => {
  const ours = changedMeta(readMeta({ seq: 1, count: 1, rev: 1, indexRev: 1 }), { count: 1, seq: 2 });
  expect(ours).toEqual({ name: 'queue', seq: 2, count: 2, rev: 2, indexRev: 2 });
  const older = changedMeta(readMeta({ seq: 2, count: 2, rev: 2 }), { count: -1 });
  expect(older).toMatchObject({ rev: 3, indexRev: 0 });
});

it.each([
  ['no press', null, true],
  ['a press before it', 900, true],
  ['a press after it', 1_100, false],
  ['a press from before the clock was set back', 9_000, true],
])('35 a pause of the server, and %s: applies %o', (_, syncRequestedAt, applies) => {
  expect(isPaused({ until: 61_000, since: 1_000 }, syncRequestedAt, 2_000)).toBe(applies);
  expect(isPaused(NO_PAUSE, syncRequestedAt, 2_000)).toBe(false);
});
