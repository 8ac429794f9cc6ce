// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { ENTRY_VERSION, migrateEntry, migrateState } from '../../../../src/offline/storage/entryMigrations';

const steps = {
  1: (record: Record<string, unknown>) => ({ ...record, v: 2, two: true }),
  2: (record: Record<string, unknown>) => ({ ...record, v: 3, three: true }),
};

it('a record of this version is read as it is', () => {
  const record = { v: ENTRY_VERSION, id: 'e1' };
  expect(migrateEntry(record)).toBe(record);
});

it('an older record takes every step in turn', () => {
  expect(migrateEntry({ v: 1 }, steps, 3)).toEqual({ v: 3, two: true, three: true });
  expect(migrateEntry({ v: 2 }, steps, 3)).toEqual({ v: 3, three: true });
});

it('a newer record is reported as newer and not changed', () => {
  const record = Object.freeze({ v: 4, id: 'e1' });
  expect(migrateEntry(record, steps, 3)).toBe('newer');
});

describe('quarantined is', () => {
  it.each([
    ['what is no record', 'text', 'Not a queue entry'],
    ['nothing', null, 'Not a queue entry'],
    ['a record without a version', { id: 'e1' }, 'of an unknown version'],
    ['a version that no step leads from', { v: 0 }, 'of an unknown version'],
  ])('%s', (_what, raw, reason) => {
    expect(() => migrateEntry(raw, steps, 3)).toThrow(reason);
  });

  it('a record whose step throws', () => {
    const broken = {
      1: () => {
        throw new Error('No such field');
      },
    };
    expect(() => migrateEntry({ v: 1 }, broken, 2)).toThrow('No such field');
  });
});

describe('a record of version 1', () => {
  const entry = { v: 1, id: 'e1', seq: 3, body: { note: 'x' } };

  it('may have arrived, and has no version and no prices', () => {
    expect(migrateEntry(Object.freeze(entry))).toEqual({
      ...entry,
      v: 4,
      baseVersion: null,
      over: null,
      pricesAsOf: null,
      firstTry: true,
      unitPrices: null,
    });
  });

  it.each([
    ['waiting', 'waiting'],
    ['sending', 'waiting'],
    ['refused', 'refused'],
  ])('that was %s is %s, may have arrived, and is due', (before, after) => {
    const state = { id: 'e1', state: before, attempts: 2, lastError: null, tab: 'gone' };
    expect(migrateState(Object.freeze(state))).toEqual({
      id: 'e1',
      state: after,
      attempts: 2,
      lastError: null,
      mayHaveArrived: true,
      nextTryAt: 0,
    });
  });
});

it.each([undefined, null, 'text', { id: 'e1', state: 'waiting' }])('a state without a tab is unchanged: %j', (raw) => {
  expect(migrateState(raw)).toBe(raw);
});
