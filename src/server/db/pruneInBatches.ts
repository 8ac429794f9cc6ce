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
  isOver: SQL | undefined,
  prune: (isInBatch: SQL) => Promise<unknown[]>,
): Promise<void> {
  const isInBatch = sql`ctid = any(array(select ctid from ${table} where ${isOver} limit ${BATCH_ROWS}))`;
  while ((await prune(isInBatch)).length === BATCH_ROWS);
}
