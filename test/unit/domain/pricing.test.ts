import { describe, expect, it } from 'vitest';
import { editedPrices, unitPrice } from '../../../src/domain/pricing';

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

describe('the prices of an edited delivery', () => {
  const line = (item: string, packaging: string) => ({ item, packaging });
  const recorded = [
    { ...line('cola', 'each'), unitPrice: 1 },
    { ...line('cola', 'case'), unitPrice: 10 },
    { ...line('cola', 'bottle'), unitPrice: 2 },
  ];
  const pricesOf = (...lines: ReturnType<typeof line>[]) => editedPrices(lines, recorded, () => 99);

  it('stay with a line that keeps its item and its price kind, whatever its packaging is called', () => {
    expect(pricesOf(line('cola', 'a box'), line('cola', 'piece'))).toEqual([10, 1]);
  });

  it('are assigned in order where an item has several lines, and no recorded price is used twice', () => {
    expect(pricesOf(line('cola', 'each'), line('cola', 'each'), line('cola', 'each'))).toEqual([1, 2, 99]);
    expect(pricesOf(line('cola', 'case'), line('cola', 'pack'))).toEqual([10, 99]);
  });

  it('are new for another item', () => {
    expect(pricesOf(line('rum', 'each'), line('cola', 'each'))).toEqual([99, 1]);
  });

  it('stay at 0, which is not a missing price', () => {
    expect(editedPrices([line('gift', 'each')], [{ ...line('gift', 'each'), unitPrice: 0 }], () => 99)).toEqual([0]);
  });
});
