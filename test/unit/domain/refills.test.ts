import { expect, test } from 'vitest';
import { boxCount, refilledBoxIds } from '../../../src/domain/refills';

const cooler = { _id: 'b1', label: 'Cooler' };
const shelf = { _id: 'b2', label: 'Shelf' };

test('a box is refilled once the visit has a delivery for it', () => {
  expect([...refilledBoxIds([cooler, shelf], [{ box: shelf }])]).toEqual(['b2']);
});

test('a delivery that names its box only by a label counts for the box of that label', () => {
  expect([...refilledBoxIds([cooler, shelf], [{ box: { _id: '', label: 'Cooler' } }])]).toEqual(['b1']);
});

test('the id decides where two boxes share a label', () => {
  const twin = { _id: 'b3', label: 'Cooler' };
  expect([...refilledBoxIds([cooler, twin], [{ box: twin }])]).toEqual(['b3']);
});

test('a box refilled twice counts once', () => {
  expect(boxCount([{ box: cooler }, { box: cooler }, { box: shelf }])).toBe(2);
});
