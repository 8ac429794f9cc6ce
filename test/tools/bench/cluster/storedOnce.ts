import { inArray } from 'drizzle-orm';
import type { Database } from '../../../../src/server/db/database';
import { deliveries } from '../../../../src/server/db/schema';
import type { StormResult } from '../stormMessages';

/** How many entries devices send, and how many deliveries the database had before that. */
export interface Sending {
  entries: number;
  before: number;
}

export interface StoredOnce {
  /** Acknowledged deliveries that the database does not have. */
  lost: number;
  /** Deliveries beyond one for each entry of a device. */
  doubled: number;
}

const IDS_AT_ONCE = 10_000;

/** Compares the acknowledgements that devices got with what the database has. */
export async function storedOnce(
  db: Database,
  { acknowledgements }: StormResult,
  { entries, before }: Sending,
): Promise<StoredOnce> {
  const ids = acknowledgements.map(([id]) => id);
  let found = 0;
  for (let from = 0; from < ids.length; from += IDS_AT_ONCE) {
    found += await db.$count(deliveries, inArray(deliveries.id, ids.slice(from, from + IDS_AT_ONCE)));
  }
  return { lost: ids.length - found, doubled: (await db.$count(deliveries)) - before - entries };
}
