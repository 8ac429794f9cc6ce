import { describe, expect, it } from 'vitest';
import { unitPrice } from '../../src/domain/pricing';

const both = { price: 2, pricePerPack: 20 };

describe('the unit price (spec §5)', () => {
  it.each(['case', 'Case of 12', 'BOX', 'six-pack', 'gift boxes'])('goes by the pack for %s', (packaging) => {
    expect(unitPrice(both, packaging)).toBe(20);
  });

  it.each(['each', '', 'bottle', 'cas'])('goes by the piece for "%s"', (packaging) => {
    expect(unitPrice(both, packaging)).toBe(2);
  });

  it('falls back to the other price', () => {
    expect(unitPrice({ price: 2, pricePerPack: null }, 'case')).toBe(2);
    expect(unitPrice({ price: null, pricePerPack: 20 }, 'each')).toBe(20);
  });

  it('keeps a price of 0, which is not a missing one', () => {
    expect(unitPrice({ price: 2, pricePerPack: 0 }, 'case')).toBe(0);
  });

  it('is 0 for an item without prices', () => {
    expect(unitPrice({}, 'each')).toBe(0);
  });
});
