import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { deliveries } from '../db/schema';

/** Deliveries or visits read at a time: more would go little faster, and keep others waiting for the database longer. */
export const EXPORT_PAGE_ROWS = 500;

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

/**
 * All rows, page by page, each read behind the last row of the one before: a file of any length needs the memory of
 * one page, and the database is free between two pages.
 */
export async function* inPages<Row>(readPage: (last: Row | null) => Promise<Row[]>): AsyncGenerator<Row[]> {
  let last: Row | null = null;
  do {
    const page = await readPage(last);
    yield page;
    last = page.length === EXPORT_PAGE_ROWS ? (page.at(-1) ?? null) : null;
  } while (last !== null);
}
