// @vitest-environment node
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { withChange, withHead, withHoldsOf, withoutHead } from '../../src/offline/headList';
import { byOrderMade } from '../../src/offline/order';
import { aHead } from './aHead';

const heads = [1, 2, 3].map((seq) => aHead({ seq }));
const idsOf = (list: readonly { id: string }[]) => list.map(({ id }) => id);

it('whatever the order of arrival, the list is in the order made, each id once', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 20 })), (arrivals) => {
      const list = arrivals.reduce((known, seq) => withHead(known, aHead({ seq })), [...heads].slice(0, 0));
      expect(list).toEqual([...list].sort(byOrderMade));
      expect(new Set(idsOf(list))).toEqual(new Set(arrivals.map((seq) => `e${seq}`)));
      expect(list).toHaveLength(new Set(arrivals).size);
    }),
  );
});

it('what was held behind one that goes is held no more', () => {
  const held = withChange(heads, 'e3', { heldBehind: 'e1' });
  expect(withoutHead(held, 'e2').map(({ heldBehind }) => heldBehind)).toEqual([null, 'e1']);
  expect(withoutHead(held, 'e1').map(({ heldBehind }) => heldBehind)).toEqual([null, null]);
});

it('a change touches its own head and leaves the others as they are', () => {
  const changed = withChange(heads, 'e2', { state: 'refused' });
  expect(changed.map(({ state }) => state)).toEqual(['waiting', 'refused', 'waiting']);
  expect(changed[0]).toBe(heads[0]);
  expect(withChange(heads, 'unknown', { state: 'refused' })).toEqual(heads);
});

it('what is read again keeps the hold of the last pass while the one it waits for is there', () => {
  const before = withChange(withChange(heads, 'e2', { heldBehind: 'e1' }), 'e3', { heldBehind: 'gone' });
  expect(withHoldsOf(heads, before).map(({ heldBehind }) => heldBehind)).toEqual([null, 'e1', null]);
});
