import { expect, test } from 'vitest';
import { lastOfEachBox, takenDelivery, type TakenDelivery } from '../../../src/domain/lastTaken';
import { lastLineOfEachItem, lastTakenInto } from '../../../src/domain/sameAsLast';

const line = (item: string, quantity: number) => ({ item, quantity, packaging: 'each' });
const taken = (box: string, at: string, ...lines: TakenDelivery['lines']): TakenDelivery => ({
  box: { _id: box, label: box },
  at,
  lines,
});
const old = taken('b1', '2026-11-01T10:00:00.000Z', line('cola', 9));
const ofB1 = taken('b1', '2026-11-08T10:00:00.000Z', line('cola', 3), line('chips', 2));
const ofB2 = taken('b2', '2026-11-09T10:00:00.000Z', line('cola', 5));

test('the newest delivery of each box is its last one, and they are listed newest first', () => {
  expect(lastOfEachBox([old, ofB2, ofB1])).toEqual([ofB2, ofB1]);
});

test('a box is offered what it took last, a box without history what the location took last', () => {
  expect(lastTakenInto([ofB2, ofB1], { _id: 'b1', label: 'b1' })).toBe(ofB1);
  expect(lastTakenInto([ofB2, ofB1], { _id: 'b3', label: 'b3' })).toBe(ofB2);
  expect(lastTakenInto([], { _id: 'b1', label: 'b1' })).toBeNull();
});

test('boxes that the server names by their labels are matched', () => {
  const named = { ...ofB1, box: { _id: '', label: 'Cooler' } };
  expect(lastTakenInto([ofB2, named], { _id: 'b1', label: 'Cooler' })).toBe(named);
});

test('an item is offered in the quantity that this box took, else in the quantity that the location took', () => {
  const lines = lastLineOfEachItem([ofB2, ofB1], ofB1);
  expect([...lines.values()]).toEqual([line('cola', 3), line('chips', 2)]);
});

test('lines without an item or with quantity 0 are not repeated, and a delivery of only such lines is ignored', () => {
  const delivery = {
    box: { _id: 'b1', label: 'Cooler', size: 'S' },
    deliveredAt: null,
    createdAt: '2026-11-01T10:00:00.000Z',
    lines: [
      { item: { _id: '' }, quantity: 2, packaging: 'each' },
      { item: { _id: 'cola' }, quantity: 0, packaging: 'each' },
    ],
  };
  expect(takenDelivery(delivery)).toBeNull();
  const more = [...delivery.lines, { item: { _id: 'chips' }, quantity: 1.5, packaging: 'case' }];
  expect(takenDelivery({ ...delivery, lines: more })).toEqual({
    box: { _id: 'b1', label: 'Cooler' },
    at: '2026-11-01T10:00:00.000Z',
    lines: [{ item: 'chips', quantity: 1.5, packaging: 'case' }],
  });
});
