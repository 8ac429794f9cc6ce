import { DAY_MS } from '../../domain/durations';

/**
 * The lengths of the stored spans for all locations together, in days. A range of two years needs at most about 40
 * spans.
 */
export const SPANS_OF_ALL: readonly number[] = [1, 8, 64];

/**
 * The lengths of the stored spans per location, in days. The sums of a single day at one location would have nearly as
 * many rows as it has lines, so shorter spans would double the database without making a report faster.
 */
export const SPANS_OF_LOCATION: readonly number[] = [16];

/** Consecutive stored spans of one length. An infinite end is open. */
export interface Block {
  spanDays: number;
  /** The first day of the first span. */
  first: number;
  /** The first day after the last span. */
  end: number;
}

/** Rows to add, or with `sign` −1 to subtract; both ends included, `null` for an open end. */
export interface Edge {
  from: Date | null;
  to: Date | null;
  sign: 1 | -1;
}

/** The first instant that databases can compare: years have four digits. */
const EARLIEST_MS = Date.parse('0001-01-01T00:00:00.000Z');
const LATEST_MS = Date.parse('9999-12-31T23:59:59.999Z');

/** The UTC day of an instant. */
export const dayOf = (at: Date): number => Math.floor(at.getTime() / DAY_MS);

/** The first day of the span that a day belongs to. */
export const spanStart = (day: number, spanDays: number): number => Math.floor(day / spanDays) * spanDays;

/** The days from `first` up to, not including, `end`, in the longest spans that fit. */
function blocksOf(first: number, end: number, spans: readonly number[]): Block[] {
  const spanDays = spans.at(-1);
  if (spanDays === undefined || first >= end) return [];
  const shorter = spans.slice(0, -1);
  const from = Math.ceil(first / spanDays) * spanDays;
  const to = spanStart(end, spanDays);
  if (from >= to) return blocksOf(first, end, shorter);
  return [...blocksOf(first, from, shorter), { spanDays, first: from, end: to }, ...blocksOf(to, end, shorter)];
}

/** Rows from `fromMs` up to, not including, `endMs`; none when that is empty. */
function edgesOf(fromMs: number, endMs: number, sign: 1 | -1): Edge[] {
  const from = new Date(Math.max(fromMs, EARLIEST_MS));
  return fromMs < endMs ? [{ from, to: new Date(endMs - 1), sign }] : [];
}

/**
 * The parts whose sums make up a range: as many whole spans of days as fit, the longest first, and the rows themselves
 * at its two ends. Both ends of the range are included, `null` for an open end.
 *
 *   from ┐                                                     ┌ to
 *        ├rows┤ 1 │ 1 │    8    │      64      │    8    │ 1 │rows┤
 *
 * Days are UTC days since 1970-01-01, and a span of n days begins at a multiple of n. If an end covers more than half
 * of a span, the part is the whole span minus the rest of it, so that few rows are read in any time zone.
 */
export function rangeParts(
  from: Date | null,
  to: Date | null,
  spans: readonly number[],
): { blocks: Block[]; edges: Edge[] } {
  const shortest = spans[0];
  if (shortest === undefined) return { blocks: [], edges: [{ from, to, sign: 1 }] };
  const spanMs = shortest * DAY_MS;
  const fromMs = from?.getTime() ?? Number.NEGATIVE_INFINITY;
  const endMs = (to?.getTime() ?? Number.POSITIVE_INFINITY) + 1;
  let firstMs = Math.ceil(fromMs / spanMs) * spanMs;
  let lastMs = Math.floor(endMs / spanMs) * spanMs;
  // No whole span fits, or the range is reversed: then the only part contains no row. There is always at least one
  // part.
  if (firstMs > lastMs || fromMs >= endMs) return { blocks: [], edges: [{ from, to, sign: 1 }] };

  const edges: Edge[] = [];
  if (firstMs - fromMs > spanMs / 2 && firstMs - spanMs >= EARLIEST_MS) {
    firstMs -= spanMs;
    edges.push(...edgesOf(firstMs, fromMs, -1));
  } else edges.push(...edgesOf(fromMs, firstMs, 1));
  if (endMs - lastMs > spanMs / 2 && lastMs + spanMs - 1 <= LATEST_MS) {
    lastMs += spanMs;
    edges.push(...edgesOf(endMs, lastMs, -1));
  } else edges.push(...edgesOf(lastMs, endMs, 1));
  return { blocks: blocksOf(firstMs / DAY_MS, lastMs / DAY_MS, spans), edges };
}
