import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatMoney, fromCents, plainMoney, sumDollars, toCents } from '../../../src/domain/money';
import { roundHalfUp } from '../../../src/domain/wholeNumbers';
import { lineTotal } from '../../../src/domain/pricing';
import { shownTotal } from '../../../src/domain/shownPrices';

const cents = fc.integer({ min: 0, max: 100_000_000 });
const hundredths = fc.integer({ min: 0, max: 10_000_000 });

/** quantity × price worked out in whole numbers only, as on paper. */
function onPaper(quantityHundredths: number, priceCents: number): number {
  const tenThousandths = BigInt(quantityHundredths) * BigInt(priceCents);
  return Number((tenThousandths + 50n) / 100n);
}

describe('money', () => {
  it('rounds halves away from zero', () => {
    expect([0.5, 1.5, 2.4, -0.5, -1.5].map(roundHalfUp)).toEqual([1, 2, 2, -1, -2]);
  });

  it('reads dollars with binary error as the cents they mean', () => {
    expect([1.005, 8.165, 0.285, 1039951.09].map(toCents)).toEqual([101, 817, 29, 103995109]);
  });

  it('converts any cents to dollars and back unchanged', () => {
    fc.assert(fc.property(cents, (amount) => toCents(fromCents(amount)) === amount));
  });

  it('sums in cents, so that the order of the amounts does not matter', () => {
    expect(sumDollars([0.1, 0.2])).toBe(0.3);
    fc.assert(
      fc.property(fc.array(cents), (amounts) => {
        const total = amounts.reduce((sum, amount) => sum + amount, 0);
        return toCents(sumDollars(amounts.map(fromCents))) === total;
      }),
    );
  });

  it('is formatted as Intl formats dollars', () => {
    const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
    fc.assert(
      fc.property(fc.integer({ min: -1_000_000_000_000, max: 1_000_000_000_000 }), (amount) => {
        expect(formatMoney(fromCents(amount))).toBe(dollars.format(fromCents(amount)));
      }),
    );
  });

  it('shows a $ sign and two decimals', () => {
    expect([0, 1.5, 1234567.891].map(formatMoney)).toEqual(['$0.00', '$1.50', '$1,234,567.89']);
    expect([0, 1.5, 1234567.891].map(plainMoney)).toEqual(['0.00', '1.50', '1234567.89']);
  });
});

describe('a line total', () => {
  it('is rounded half up to the cent', () => {
    expect(lineTotal(1.11, 0.05)).toBe(0.06);
    expect(lineTotal(0.5, 0.01)).toBe(0.01);
    expect(lineTotal(0.49, 0.01)).toBe(0);
  });

  it('equals the exact decimal product for every quantity and price', () => {
    fc.assert(
      fc.property(hundredths, cents, (quantity, price) => {
        expect(toCents(lineTotal(quantity / 100, price / 100))).toBe(onPaper(quantity, price));
      }),
    );
  });

  it('adds up to the delivery total line by line', () => {
    const lines = [1, 2, 3].map(() => ({ quantity: 1.11, unitPrice: 0.05 }));
    expect(shownTotal(lines)).toBe(0.18);
  });
});
