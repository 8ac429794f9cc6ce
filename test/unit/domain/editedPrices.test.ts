import { describe, expect, it } from 'vitest';
import { editedPrices, linesKeptBy } from '../../../src/domain/editedPrices';

const line = (item: string, packaging: string) => ({ item, packaging });

describe('the prices of an edited delivery', () => {
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

describe('the recorded lines that keep their prices', () => {
  const recordedLine = (item: string, packaging: string) => ({ item: { _id: item }, packaging });
  const recorded = [recordedLine('cola', 'each'), recordedLine('cola', 'case'), recordedLine('cola', 'bottle')];

  it('are the first ones of each price kind, as many as the edit has', () => {
    expect(linesKeptBy(recorded, [line('cola', 'piece'), line('cola', 'box')])).toEqual(recorded.slice(0, 2));
    expect(linesKeptBy(recorded, [line('cola', 'each'), line('cola', 'each')])).toEqual([recorded[0], recorded[2]]);
  });

  it('are none for other items', () => {
    expect(linesKeptBy(recorded, [line('rum', 'each')])).toEqual([]);
  });
});
