import { describe, expect, it } from 'vitest';
import { boxSizesFor, clampBoxCount, formatAddress } from '../../../src/domain/locationRules';

describe('a new location (spec §5)', () => {
  it.each([
    [0, 1],
    [-5, 1],
    [21, 20],
    [7.9, 7],
    [Number.NaN, 1],
    [20, 20],
  ])('clamps the box count %s to %s', (given, kept) => {
    expect(clampBoxCount(given)).toBe(kept);
  });

  it('keeps the sizes chosen and fills up with M', () => {
    expect(boxSizesFor(3, ['XL'])).toEqual(['XL', 'M', 'M']);
    expect(boxSizesFor(1, ['S', 'L'])).toEqual(['S']);
  });

  it('shows the address on one line, without its empty parts', () => {
    expect(formatAddress({ street: '1 Main', city: 'Ames', state: 'IA', zip: '50010' })).toBe('1 Main, Ames, IA 50010');
    expect(formatAddress({ street: '', city: 'Ames', state: '', zip: '' })).toBe('Ames');
  });
});
