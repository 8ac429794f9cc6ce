import type { PgTable } from 'drizzle-orm/pg-core';
import type { Database } from './database';

/**
 * Rows per statement: far below the limit of 65,535 parameters, and enough to make the cost of the round trip small.
 */
const BATCH_ROWS = 500;

/** Cuts a list into pieces of at most `BATCH_ROWS`. */
export function batchesOf<T>(rows: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(rows.length / BATCH_ROWS) }, (_, index) =>
    rows.slice(index * BATCH_ROWS, (index + 1) * BATCH_ROWS),
  );
}

/** Inserts any number of rows, an empty list included. */
export async function insertInBatches<Table extends PgTable>(
  db: Database,
  table: Table,
  rows: readonly Table['$inferInsert'][],
): Promise<void> {
  for (const batch of batchesOf(rows)) await db.insert(table).values(batch);
}
