import { type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';

/**
 * Rows per statement: far less than what the statement timeout allows. A statement over all rows of a large backlog
 * would be rolled back each time, while the backlog grows.
 */
const BATCH_ROWS = 5_000;

/**
 * Prunes every row of the condition. `prune` deletes or changes the rows of a batch, so that the condition is no longer
 * true of them, and returns them.
 */
export async function pruneInBatches(
  table: PgTable,
  isExpired: SQL | undefined,
  prune: (isInBatch: SQL) => Promise<unknown[]>,
): Promise<void> {
  // The condition again: a row may have been renewed since it was found.
  const isInBatch = sql`${isExpired} and ctid = any(array(select ctid from ${table} where ${isExpired} limit ${BATCH_ROWS}))`;
  while ((await prune(isInBatch)).length === BATCH_ROWS);
}
