// @vitest-environment node
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { withChange, withHead, withHoldsOf, withoutHead } from '../../src/offline/entryList';
import { bySeq } from '../../src/offline/entry';
import { aHead } from './aHead';

const entries = [1, 2, 3].map((seq) => aHead({ seq }));
const idsOf = (list: readonly { id: string }[]) => list.map(({ id }) => id);

it('whatever the order of arrival, the list is in the order made, each id once', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 20 })), (arrivals) => {
      const list = arrivals.reduce((known, seq) => withHead(known, aHead({ seq })), [...entries].slice(0, 0));
      expect(list).toEqual([...list].sort(bySeq));
      expect(new Set(idsOf(list))).toEqual(new Set(arrivals.map((seq) => `e${seq}`)));
      expect(list).toHaveLength(new Set(arrivals).size);
    }),
  );
});

it('what was held behind one that goes is held no more', () => {
  const held = withChange(entries, 'e3', { heldBehind: 'e1' });
  expect(withoutHead(held, 'e2').map(({ heldBehind }) => heldBehind)).toEqual([null, 'e1']);
  expect(withoutHead(held, 'e1').map(({ heldBehind }) => heldBehind)).toEqual([null, null]);
});

it('a change touches its own head and leaves the others as they are', () => {
  const changed = withChange(entries, 'e2', { state: 'refused' });
  expect(changed.map(({ state }) => state)).toEqual(['waiting', 'refused', 'waiting']);
  expect(changed[0]).toBe(entries[0]);
  expect(withChange(entries, 'unknown', { state: 'refused' })).toEqual(entries);
});

it('what is read again keeps the hold of the last pass while the one it waits for is there', () => {
  const before = withChange(withChange(entries, 'e2', { heldBehind: 'e1' }), 'e3', { heldBehind: 'gone' });
  expect(withHoldsOf(entries, before).map(({ heldBehind }) => heldBehind)).toEqual([null, 'e1', null]);
});
