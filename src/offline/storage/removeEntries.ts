import { putEnded } from './endedWrites';
import { putSuccessor } from './entryVersions';
import { changedMeta, type QueueMeta } from './queueRecords';
import type { RecordTransaction } from './recordStore';
import { eraseEntry, findEntry } from './storedEntries';

/**
 * Removes entries. Returns the removed ids. A change that was made over a removed entry is from then on made over the
 * entry below it, if there is one. `unreportedOnly`: does not remove an entry that any tab has reported as saved.
 */
export async function removeEntries(
  tx: RecordTransaction,
  meta: QueueMeta,
  ids: readonly string[],
  unreportedOnly = false,
): Promise<string[]> {
  const removed: string[] = [];
  for (const id of ids) {
    const found = await findEntry(tx, id);
    if (!found || (unreportedOnly && found.isMarked)) continue;
    await putSuccessor(tx, found.entry, found.entry.over);
    await eraseEntry(tx, found.entry);
    // An unreported entry goes on in its form, under the same id.
    if (!unreportedOnly) await putEnded(tx, id);
    removed.push(id);
  }
  if (removed.length > 0) await tx.put('meta', changedMeta(meta, { count: -removed.length }));
  return removed;
}
