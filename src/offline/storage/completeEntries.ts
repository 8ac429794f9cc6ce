import type { IdMapping } from '../entry';
import { putVersion } from './entryVersions';
import { findEarlier, putMapping } from './orderIndex';
import { changedMeta, readMeta } from './queueRecords';
import type { RecordTransaction } from './recordStore';
import { eraseEntry, findBareEntry } from './storedEntries';
import { putTried } from './triedWrites';

/** What the server's response says about a sent entry. */
export interface SentResult {
  id: string;
  /** The server's id of the created record; `null` when nothing was created. */
  mapping: IdMapping | null;
  /** The version for later changes of the record; `null` from a server without versions. */
  version: number | null;
}

/** Stores the result of one entry and removes it. Returns its id, or `null` when it was gone already. */
async function completeEntry(tx: RecordTransaction, { id, mapping, version }: SentResult): Promise<string | null> {
  const found = await findBareEntry(tx, id);
  await Promise.all([
    mapping && putMapping(tx, mapping),
    putVersion(tx, id, version),
    !mapping && version === null && putTried(tx, id),
    found && eraseEntry(tx, found),
  ]);
  return found && id;
}

/** Removes sent entries, and stores what they led to. Returns the ids of those that were still there. */
export async function completeEntries(tx: RecordTransaction, results: readonly SentResult[]): Promise<string[]> {
  const meta = readMeta(await tx.get('meta', 'queue'));
  const removed = await Promise.all(results.map((result) => completeEntry(tx, result)));
  const ids = removed.filter((id) => id !== null);
  if (ids.length > 0) await tx.put('meta', changedMeta(meta, { count: -ids.length }));
  return ids;
}

/**
 * Stores the server's id of the visit that a waiting start is going to get. Not if the start waits for another entry,
 * which may end that visit first. Returns whether it is stored.
 */
export async function mapWaitingStart(tx: RecordTransaction, id: string, mapping: IdMapping): Promise<boolean> {
  const start = await findBareEntry(tx, id);
  if (!start || (await findEarlier(tx, start)).length > 0) return false;
  await putMapping(tx, mapping);
  return true;
}
