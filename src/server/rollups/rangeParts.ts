import { DAY_MS } from '../../domain/durations';
/**
 * Which sums make up a range of time: as many whole spans of days as fit, the longest first, and at its two ends
 * the rows themselves.
 *
 *   from ┐                                                     ┌ to
 *        ├rows┤ 1 │ 1 │    8    │      64      │    8    │ 1 │rows┤
 *
 * Days are UTC days since 1970-01-01, and a span of n days begins at a multiple of n.
 */

/** The spans kept for all locations together: a range of two years is some 40 of them at most. */
export const SPANS_OF_ALL: readonly number[] = [1, 8, 64];

/**
 * The spans kept for each location. A single day at one location has hardly fewer lines than its sums would have
 * rows, so shorter spans would double the database and answer no sooner.
 */
export const SPANS_OF_LOCATION: readonly number[] = [16];

/** Sums to add up: spans of one length that follow each other. An infinite end is open. */
export interface Block {
  spanDays: number;
  /** The first day of the first span. */
  first: number;
  /** Behind the last span: the first day that is no longer in. */
  end: number;
}

/** Rows to add up, or with `sign` −1 to take away again; both ends included, `null` where the range is open. */
export interface Edge {
  from: Date | null;
  to: Date | null;
  sign: 1 | -1;
}

/** What a database can compare with: instants of years of four digits. */
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
  return fromMs < endMs ? [{ from: new Date(fromMs), to: new Date(endMs - 1), sign }] : [];
}

/**
 * The parts of a range, both of its ends included, `null` where it is open. An end that takes in more than half of
 * a span is the whole span less the rest of it, so that few rows are read in any time zone.
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
  // Without a whole span, or reversed: no row is in a reversed range, and the parts are never none.
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
