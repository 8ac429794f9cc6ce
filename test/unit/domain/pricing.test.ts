import { describe, expect, it } from 'vitest';
import { unitPrice } from '../../../src/domain/pricing';

const both = { price: 2, pricePerPack: 20 };

describe('the unit price (spec §5)', () => {
  it.each(['case', 'Case of 12', 'BOX', 'six-pack', 'gift boxes'])('is the price of a pack for %s', (packaging) => {
    expect(unitPrice(both, packaging)).toBe(20);
  });

  it.each(['each', '', 'bottle', 'cas'])('is the price of a piece for "%s"', (packaging) => {
    expect(unitPrice(both, packaging)).toBe(2);
  });

  it('falls back to the other price', () => {
    expect(unitPrice({ price: 2, pricePerPack: null }, 'case')).toBe(2);
    expect(unitPrice({ price: null, pricePerPack: 20 }, 'each')).toBe(20);
  });

  it('may be 0, which is not a missing price', () => {
    expect(unitPrice({ price: 2, pricePerPack: 0 }, 'case')).toBe(0);
  });

  it('is 0 for an item without prices', () => {
    expect(unitPrice({}, 'each')).toBe(0);
  });
});
