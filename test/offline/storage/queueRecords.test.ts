// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { freshState, readEntry, readMappings, readMeta, readQueue } from '../../../src/offline/storage/queueRecords';
import { anEntry } from '../anEntry';

const readKind = (raw: unknown, state: unknown = freshState('e1')) => readEntry(raw, state).kind;

describe('an entry', () => {
  it('is read to the letter', () => {
    expect(readKind(anEntry())).toBe('entry');
  });

  const damage: [string, object][] = [
    ['a missing field', { path: undefined }],
    ['a path that is none', { path: 'visits' }],
    ['another method', { method: 'DELETE' }],
    ['an unknown call', { call: 'createItem' }],
    ['no place in the order', { seq: 0 }],
    ['a broken place', { seq: 1.5 }],
    ['no owner', { userId: '' }],
    ['a time that is a text', { ts: '2026' }],
    ['a field too many', { extra: true }],
  ];

  it.each(damage)('with %s is set aside, with a reason and under its id', (_what, change) => {
    const read = readEntry({ ...anEntry(), ...change }, freshState('e1'));
    expect(read).toMatchObject({ kind: 'bad', id: 'e1', reason: expect.stringMatching(/./) });
  });

  it.each([null, undefined, 7, 'e1', []])('%j is none', (raw) => {
    expect(readKind(raw)).toBe('bad');
  });

  it('of a newer build casts a shadow for what depends on it', () => {
    const read = readEntry({ ...anEntry({ visitId: 'v1', creates: 'local-x' }), v: 9, more: 1 }, undefined);
    expect(read).toMatchObject({
      kind: 'newer',
      shadow: { id: 'e1', userId: 'ann', visitId: 'v1', creates: 'local-x' },
    });
  });
});

it.each([undefined, { id: 'e1' }, { ...freshState('e1'), state: 'lost' }])(
  'an entry whose own state is unreadable waits, so it is sent: %j',
  (state) => {
    expect(readEntry(anEntry(), state)).toMatchObject({ kind: 'entry', state: freshState('e1') });
  },
);

it('the queue is read in the order made, each entry with its own state', () => {
  const entries = [anEntry({ seq: 2 }), { v: 1, id: 'rotten' }, anEntry({ seq: 1 })];
  const states = [{ ...freshState('e1'), state: 'refused' }, freshState('e2')];
  const { entries: read, bad } = readQueue(entries, states);
  expect(read.map(({ entry, state }) => [entry.id, state.state])).toEqual([
    ['e1', 'refused'],
    ['e2', 'waiting'],
  ]);
  expect(bad.map(({ id }) => id)).toEqual(['rotten']);
});

it('mappings that can’t be read are left out, counters that are not there start at nothing', () => {
  const mapping = { localId: 'local-1', serverId: 'v1', at: 5 };
  expect(readMappings([mapping, { localId: 'local-2' }, null])).toEqual([mapping]);
  expect(readMeta(undefined)).toEqual({ name: 'queue', seq: 0, count: 0, rev: 0 });
});
