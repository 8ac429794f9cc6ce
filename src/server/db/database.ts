import { DrizzleQueryError } from 'drizzle-orm';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import type * as schema from './schema';

/** What both drivers answer to a raw statement. */
interface Rows<Row> {
  rows: Row[];
}

interface RowsResult extends PgQueryResultHKT {
  type: Rows<this['row']>;
}

/**
 * The database, embedded or PostgreSQL, or a transaction on it: code cannot tell and must not. With the
 * embedded one there is a single connection, so inside a transaction only the transaction may be used.
 */
export type Database = PgDatabase<RowsResult, typeof schema>;

/** The five-character SQLSTATE of a failed statement, or `null` when the error is of another kind. */
export function sqlState(error: unknown): string | null {
  const cause = error instanceof DrizzleQueryError ? error.cause : error;
  return cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : null;
}

/** Whether a statement failed because a unique index already holds the value. */
export function isUniqueViolation(error: unknown): boolean {
  return sqlState(error) === '23505';
}
