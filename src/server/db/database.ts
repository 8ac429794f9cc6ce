import { DrizzleQueryError } from 'drizzle-orm';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import type * as schema from './schema';

/** The result of a raw statement, of both drivers. */
interface Rows<Row> {
  rows: Row[];
}

interface RowsResult extends PgQueryResultHKT {
  type: Rows<this['row']>;
}

/**
 * The database, embedded or PostgreSQL, or a transaction on it. No code may depend on which. With the
 * embedded one there is a single connection, so inside a transaction only the transaction may be used.
 */
export type Database = PgDatabase<RowsResult, typeof schema>;

/** Where writes from the queues of devices run, and how many of them at the same time. */
export interface ReplayDatabase {
  db: Database;
  parallel: number;
}

/** Replays without a pool of their own: one at a time, on the connections of all other requests. */
export const onSharedConnections = (db: Database): ReplayDatabase => ({ db, parallel: 1 });

/** The connections of a pool at this moment, and how many requests wait for one. */
export interface ConnectionCounts {
  pool: string;
  open: number;
  idle: number;
  waiting: number;
}

const causeOf = (error: unknown) => (error instanceof DrizzleQueryError ? error.cause : error);

/**
 * The five-character SQLSTATE of a failed statement, or the system's own code such as ECONNREFUSED when it could not
 * be asked; `null` when the error is of another kind.
 */
export function sqlState(error: unknown): string | null {
  const cause = causeOf(error);
  return cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : null;
}

/**
 * The driver's messages, without a code, for a connection that broke, for a statement on a broken connection (a
 * rollback, whose error hides the first one), and for a pool without a free connection in time.
 */
const UNREACHED =
  /^(Connection terminated|Client (has encountered a connection error|was closed)|timeout exceeded when trying to connect)/;

/**
 * The codes of the same: the system's, and the SQLSTATE class of a failed connection. With the latter PgBouncer refuses
 * when it has no connection to the database in time, or cannot make one.
 */
const UNREACHED_CODE = /^(08|ECONN|EPIPE|ETIMEDOUT|EHOST)/;

/** Whether a statement failed because the database was unreachable or the connection broke. */
export function isUnreached(error: unknown): boolean {
  const cause = causeOf(error);
  return cause instanceof Error && (UNREACHED.test(cause.message) || UNREACHED_CODE.test(sqlState(cause) ?? ''));
}

/** Whether a statement failed because a unique index already holds the value. */
export function isUniqueViolation(error: unknown): boolean {
  return sqlState(error) === '23505';
}
