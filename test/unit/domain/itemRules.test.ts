import { describe, expect, it } from 'vitest';
import { itemsLoadMessage, validatePrice, validateUnitsPerPack } from '../../../src/domain/itemRules';

describe('a new item (spec §5)', () => {
  it.each([0, -1, 1.5, Number.NaN])('refuses %s units per pack', (units) => {
    expect(validateUnitsPerPack(units)).not.toBeNull();
  });

  it.each([-0.01, 0.001, Number.NaN, Number.POSITIVE_INFINITY])('refuses the price %s', (price) => {
    expect(validatePrice(price)).not.toBeNull();
  });

  it.each([0, 0.01, 8.29, 1_000_000])('takes the price %s', (price) => {
    expect(validatePrice(price)).toBeNull();
  });
});

describe('items that can not be loaded (spec §2, §8)', () => {
  it('are told with the status, where there is one', () => {
    expect(itemsLoadMessage(503, true)).toBe('Failed to load items (503)');
  });

  it('are told as a failure while there is a connection, and as missing from the device without one', () => {
    expect(itemsLoadMessage(null, true)).toBe('Failed to load items');
    const missing = 'No cached items available offline. Open Items once while online to cache them.';
    expect(itemsLoadMessage(null, false)).toBe(missing);
  });
});
