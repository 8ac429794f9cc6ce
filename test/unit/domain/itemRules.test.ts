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

describe('the message for items that cannot be loaded (spec §2, §8)', () => {
  it('names the status, where there is one', () => {
    expect(itemsLoadMessage(503, true)).toBe('Failed to load items (503)');
  });

  it('says that loading failed while online, and that the device has no items while offline', () => {
    expect(itemsLoadMessage(null, true)).toBe('Failed to load items');
    const missing = 'No cached items available offline. Open Items once while online to cache them.';
    expect(itemsLoadMessage(null, false)).toBe(missing);
  });
});
