import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { deliveries } from '../db/schema';

/**
 * Deliveries or visits per page. A larger page is hardly faster, and other requests would wait longer for the database.
 */
const PAGE_ROWS = 500;
/** The limit of the stored notes and lines of a page, in bytes. A page of one row may be larger. */
const PAGE_BYTES = 4 * 1024 * 1024;
/** A page that would be larger is requested again with this part of the rows. */
const SMALLER_PAGE_FACTOR = 1 / 4;

/** The order of the rows of a file: newest first; the id decides a tie. */
interface Order {
  at: SQL | PgColumn;
  id: PgColumn;
}

/** The condition of the rows after the given one; of all rows without one. */
export function afterRow({ at, id }: Order, last: { at: Date; id: string } | null): SQL | undefined {
  if (last === null) return undefined;
  // Encoded like a column of instants, because `at` may be an expression.
  const date = sql.param(last.at, deliveries.deliveredAt);
  return sql`${at} <= ${date} and (${at} < ${date} or ${id} > ${last.id})`;
}

/**
 * Whether a page of up to `limit` rows may be read, by the size of its notes and lines. A page of a single row always
 * may.
 */
export const fitsPage = (bytes: SQL, limit: number): SQL => (limit === 1 ? sql`true` : sql`${bytes} <= ${PAGE_BYTES}`);

/**
 * Reads up to `limit` rows after the last one read. Returns `null`, without reading, when they would exceed the size of
 * a page.
 */
type ReadPage<Row> = (last: Row | null, limit: number) => Promise<Row[] | null>;

async function* pagesInOrder<Row>(readPage: ReadPage<Row>): AsyncGenerator<Row[]> {
  let last: Row | null = null;
  let limit = PAGE_ROWS;
  for (let isLast = false; !isLast; ) {
    const page: Row[] | null = await readPage(last, limit);
    if (page === null) {
      limit = Math.ceil(limit * SMALLER_PAGE_FACTOR);
      continue;
    }
    yield page;
    last = page.at(-1) ?? null;
    isLast = page.length < limit;
    limit = Math.min(PAGE_ROWS, limit * 2);
  }
}

/**
 * All rows, page by page; each page starts after the last row of the one before. The database reads the next page while
 * this one is written. An export of any length needs the memory of two pages, and holds no connection between them.
 */
export async function* paginate<Row>(readPage: ReadPage<Row>): AsyncGenerator<Row[]> {
  const pages = pagesInOrder(readPage);
  for (let next = pages.next(); ; ) {
    const { done, value } = await next;
    if (done) return;
    next = pages.next();
    // A reader that ends the export early never takes it.
    next.catch(() => undefined);
    yield value;
  }
}
