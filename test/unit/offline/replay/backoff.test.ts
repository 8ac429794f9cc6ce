// @vitest-environment node
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { retryDelayMs } from '../../../../src/offline/replay/backoff';

const failedPasses = fc.nat({ max: 10_000 });
const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

it('the backoff is 2 s to 5 min, however many passes failed', () => {
  fc.assert(
    fc.property(failedPasses, random, (passes, chance) => {
      const delay = retryDelayMs(passes, chance, null);
      expect(delay).toBeGreaterThanOrEqual(2_000);
      expect(delay).toBeLessThanOrEqual(300_000);
    }),
  );
});

it('the backoff is random within a span that doubles with each failed pass', () => {
  expect([0, 1, 2, 3].map((passes) => retryDelayMs(passes, 0.999_999, null)).map(Math.round)).toEqual([
    4_000, 8_000, 16_000, 32_000,
  ]);
  expect(retryDelayMs(5, 0, null)).toBe(2_000);
});

it('the backoff is never less than the Retry-After, nor than without one', () => {
  fc.assert(
    fc.property(failedPasses, random, fc.nat({ max: 3_600_000 }), (passes, chance, retryAfter) => {
      expect(retryDelayMs(passes, chance, retryAfter)).toBe(Math.max(retryAfter, retryDelayMs(passes, chance, null)));
    }),
  );
});
