import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY_MS } from '../../../../src/domain/durations';
import { rangeParts, SPANS_OF_ALL, SPANS_OF_LOCATION } from '../../../../src/server/rollups/rangeParts';

const day = (text: string) => new Date(`${text}T00:00:00.000Z`);
const HOUR_MS = 3_600_000;

/** How often the parts of a range count an instant. */
function timesCounted(from: Date | null, to: Date | null, spans: readonly number[], at: Date): number {
  const { blocks, edges } = rangeParts(from, to, spans);
  const atDay = Math.floor(at.getTime() / DAY_MS);
  const inBlocks = blocks.filter(({ first, end }) => first <= atDay && atDay < end).length;
  const inEdges = edges.filter((edge) => (edge.from ?? at) <= at && at <= (edge.to ?? at));
  return inEdges.reduce((sum, { sign }) => sum + sign, inBlocks);
}

const instants = fc
  .record({ day: fc.integer({ min: -200, max: 200 }), ms: fc.constantFrom(-1, 0, 1, 7 * HOUR_MS, 17 * HOUR_MS) })
  .map(({ day: days, ms }) => new Date(days * DAY_MS + ms));
const ends = fc.option(instants);

describe('the parts of a range', () => {
  it('cover every instant of the range once and no other', () => {
    fc.assert(
      fc.property(ends, ends, instants, fc.constantFrom(SPANS_OF_ALL, SPANS_OF_LOCATION, []), (from, to, at, spans) => {
        const isIn = (from === null || from <= at) && (to === null || at <= to);
        expect(timesCounted(from, to, spans, at)).toBe(isIn ? 1 : 0);
      }),
      { numRuns: 3000 },
    );
  });

  it('are spans aligned to their length, and few', () => {
    const { blocks, edges } = rangeParts(day('2024-01-02'), new Date(day('2025-12-31').getTime() - 1), SPANS_OF_ALL);
    expect(edges).toEqual([]);
    for (const { spanDays, first, end } of blocks) expect([first % spanDays, end % spanDays]).toEqual([0, 0]);
    const rows = blocks.reduce((sum, { spanDays, first, end }) => sum + (end - first) / spanDays, 0);
    expect(rows).toBeLessThanOrEqual(40);
  });

  it('read single rows for half a span at most at either end', () => {
    const from = new Date(day('2026-02-01').getTime() + 6 * HOUR_MS);
    const to = new Date(day('2026-03-04').getTime() + 6 * HOUR_MS - 1);
    const { edges } = rangeParts(from, to, SPANS_OF_ALL);
    expect(edges).toEqual([
      { from: day('2026-02-01'), to: new Date(from.getTime() - 1), sign: -1 },
      { from: day('2026-03-04'), to, sign: 1 },
    ]);
  });

  it('stay within the years that the database supports', () => {
    const [first, last] = [new Date('0001-01-01T01:00:00.000Z'), new Date('9999-12-31T23:00:00.000Z')];
    const edges = [SPANS_OF_ALL, SPANS_OF_LOCATION].flatMap((spans) => [
      ...rangeParts(first, last, spans).edges,
      ...rangeParts(null, first, spans).edges,
      ...rangeParts(last, null, spans).edges,
    ]);
    expect(edges.length).toBeGreaterThan(0);
    for (const { from, to } of edges) {
      expect(from?.getUTCFullYear() ?? 1).toBeGreaterThanOrEqual(1);
      expect(to?.getUTCFullYear() ?? 9999).toBeLessThanOrEqual(9999);
    }
  });
});
