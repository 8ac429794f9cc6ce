// @vitest-environment node
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { bySeq } from '../../../src/offline/entry';

const entry = fc.record({ seq: fc.nat(50), id: fc.string({ maxLength: 3 }), ts: fc.integer() });

it('bySeq orders entries by their sequence numbers, whatever the clock said', () => {
  const made = [
    { seq: 1, id: 'z', ts: 900 },
    { seq: 2, id: 'a', ts: 100 },
    { seq: 10, id: 'b', ts: 500 },
  ];
  expect([...made].reverse().sort(bySeq)).toEqual(made);
});

it('bySeq is a total order: antisymmetric, and equal only for the same entry', () => {
  fc.assert(
    fc.property(entry, entry, (a, b) => {
      expect(Math.sign(bySeq(a, b))).toBe(0 - Math.sign(bySeq(b, a)));
      expect(bySeq(a, b) === 0).toBe(a.seq === b.seq && a.id === b.id);
    }),
  );
});

it('bySeq sorts any shuffle to the same result', () => {
  const distinct = fc.uniqueArray(entry, { selector: ({ seq, id }) => `${seq} ${id}` });
  const shuffled = distinct.chain((entries) => {
    const { length } = entries;
    return fc.tuple(fc.constant(entries), fc.shuffledSubarray(entries, { minLength: length }));
  });
  fc.assert(
    fc.property(shuffled, ([entries, anyhow]) => {
      expect(anyhow.sort(bySeq)).toEqual([...entries].sort(bySeq));
    }),
  );
});
