import { describe, expect, it } from 'vitest';
import { deliveryDate, validateDelivery, validateEditedLine, validateNewLine } from '../../../src/domain/deliveryRules';
import { parseQuantity } from '../../../src/domain/typedQuantity';

const line = (change: object) => ({ item: 'i1', quantity: 1, packaging: 'each', ...change });

describe('adding an item (spec §5)', () => {
  it.each([
    [{ item: '' }, 'Pick an item'],
    [{ quantity: 0 }, 'Enter a valid quantity'],
    [{ quantity: -1 }, 'Enter a valid quantity'],
    [{ quantity: Number.NaN }, 'Enter a valid quantity'],
    [{ quantity: Number.POSITIVE_INFINITY }, 'Enter a valid quantity'],
    [{ quantity: 1_000_000 }, 'Enter a valid quantity'],
    [{ quantity: 0.001, packaging: 'case' }, 'Enter a valid quantity'],
    [{ quantity: 1.5 }, 'Quantity for EACH must be a whole number.'],
    [{ quantity: 1.5, packaging: 'Each' }, 'Quantity for EACH must be a whole number.'],
    [{ quantity: 1.5, packaging: 'case' }, null],
    [{ quantity: 0.01, packaging: 'case' }, null],
    [{ quantity: 12 }, null],
  ])('%o gives %s', (change, expected) => {
    expect(validateNewLine(line(change))).toBe(expected);
  });
});

describe('editing a line (spec §5)', () => {
  it.each([
    [{ quantity: 0 }, null],
    [{ quantity: 1.25, packaging: 'anything' }, null],
    [{ quantity: -0.01 }, 'Enter a valid quantity'],
    [{ quantity: 1.234 }, 'Enter a valid quantity'],
    [{ item: '' }, 'Pick an item'],
  ])('%o gives %s', (change, expected) => {
    expect(validateEditedLine(line(change))).toBe(expected);
  });
});

describe('submitting a delivery (spec §5)', () => {
  it('asks for location, box and an item, in that order', () => {
    expect(validateDelivery({ location: '', box: '', lines: [] })?.text).toBe('Pick a location');
    expect(validateDelivery({ location: 'l', box: '', lines: [] })?.text).toBe('Pick a box');
    expect(validateDelivery({ location: 'l', box: 'b', lines: [] })?.text).toBe('Add at least one item');
    expect(validateDelivery({ location: 'l', box: 'b', lines: [1] })).toBeNull();
  });
});

describe('the date of a delivery', () => {
  it('is deliveredAt, else createdAt (spec §9)', () => {
    expect(deliveryDate({ deliveredAt: 'd', createdAt: 'c' })).toBe('d');
    expect(deliveryDate({ deliveredAt: null, createdAt: 'c' })).toBe('c');
  });
});

describe('a typed quantity', () => {
  it.each([
    ['2', 2],
    [' 1,5 ', 1.5],
    ['1,25', 1.25],
    ['1,000', Number.NaN],
    ['.25', 0.25],
    ['3.', 3],
    ['', Number.NaN],
    ['1e3', Number.NaN],
    ['0x10', Number.NaN],
    ['two', Number.NaN],
  ])('%s reads as %s', (text, expected) => {
    expect(parseQuantity(text)).toBe(expected);
  });
});
