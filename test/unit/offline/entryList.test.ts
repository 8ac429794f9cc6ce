// @vitest-environment node
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { EntrySummary } from '../../../src/offline/entry';
import { editEntries, upsertEntry, withoutEntries } from '../../../src/offline/entryList';
import { aSummary } from '../../support/queue/anEntry';

const entries = [1, 2, 3].map((seq) => aSummary({ seq }));
const idsOf = (list: readonly { id: string }[]) => list.map(({ id }) => id);

it('the list is in the order made, each id once, whatever the order of insertion', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 20 })), (arrivals) => {
      const list = arrivals.reduce<EntrySummary[]>((known, seq) => upsertEntry(known, aSummary({ seq })), []);
      const inOrder = [...new Set(arrivals)].sort((a, b) => a - b);
      expect(idsOf(list)).toEqual(inOrder.map((seq) => `e${seq}`));
    }),
  );
});

it('an upserted entry replaces the one with its id, and the others stay unchanged', () => {
  const changed = upsertEntry(entries, aSummary({ seq: 2 }, { state: 'refused' }));
  expect(changed.map(({ state }) => state)).toEqual(['waiting', 'refused', 'waiting']);
  expect(changed[0]).toBe(entries[0]);
});

it('entries are removed by one or several ids', () => {
  expect(idsOf(withoutEntries(entries, ['e2']))).toEqual(['e1', 'e3']);
  expect(idsOf(withoutEntries(entries, ['e3', 'e1', 'unknown']))).toEqual(['e2']);
  expect(entries).toHaveLength(3);
});

it('an edit of the list takes away the entries that are gone, and adds the new ones', () => {
  expect(idsOf(editEntries(entries, { removed: ['e2'], put: [aSummary({ seq: 4 })] }))).toEqual(['e1', 'e3', 'e4']);
});
