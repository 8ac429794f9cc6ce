import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { deliveries } from '../db/schema';

/**
 * Deliveries or visits read at a time: more would go little faster, and keep others waiting for the database longer.
 */
const PAGE_ROWS = 500;
/** The notes and lines of a page, as the database holds them, have at most this size, unless it is of one row. */
const PAGE_BYTES = 4 * 1024 * 1024;
/** Of a page that would be larger this part is asked for. */
const SMALLER = 1 / 4;

/** By what the rows of a file are ordered: the latest first, a tie settled by the id. */
interface Order {
  at: SQL | PgColumn;
  id: PgColumn;
}

/** The rows that come after the given one; all of them without one. */
export function behind({ at, id }: Order, last: { at: Date; id: string } | null): SQL | undefined {
  if (last === null) return undefined;
  // Written as every column of instants writes it, also where `at` is none.
  const date = sql.param(last.at, deliveries.deliveredAt);
  return sql`${at} <= ${date} and (${at} < ${date} or ${id} > ${last.id})`;
}

/** Whether a page of up to `limit` rows may be read, by the size of its notes and lines. A single row always may. */
export const fitsPage = (bytes: SQL, limit: number): SQL => (limit === 1 ? sql`true` : sql`${bytes} <= ${PAGE_BYTES}`);

/** Reads up to `limit` rows behind the last one read; `null`, and nothing read, when they would not fit a page. */
type ReadPage<Row> = (last: Row | null, limit: number) => Promise<Row[] | null>;

/**
 * All rows, page by page, each read behind the last row of the one before: a file of any length needs the memory of
 * one page, and the database is free between two pages.
 */
export async function* inPages<Row>(readPage: ReadPage<Row>): AsyncGenerator<Row[]> {
  let last: Row | null = null;
  let limit = PAGE_ROWS;
  for (let isLast = false; !isLast; ) {
    const page: Row[] | null = await readPage(last, limit);
    if (page === null) {
      limit = Math.ceil(limit * SMALLER);
      continue;
    }
    yield page;
    last = page.at(-1) ?? null;
    isLast = page.length < limit;
    limit = Math.min(PAGE_ROWS, limit * 2);
  }
}
