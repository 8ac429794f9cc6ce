import { putEnded } from './endedWrites';
import { putSuccessor, resultingVersion } from './entryVersions';
import { changedMeta, type QueueMeta } from './queueRecords';
import type { RecordTransaction } from './recordStore';
import { eraseEntry, findEntry } from './storedEntries';
import { putTried } from './triedWrites';

/**
 * Removes entries. Returns the removed ids. A change that was made over a removed entry is from then on made over the
 * entry below it, if there is one. `unreported`: removes only entries that no tab has reported as saved, which go on in
 * their forms; `mayHaveArrived`: whether the server may have recorded them.
 */
export async function removeEntries(
  tx: RecordTransaction,
  meta: QueueMeta,
  ids: readonly string[],
  unreported: { mayHaveArrived: boolean } | null = null,
): Promise<string[]> {
  const removed: string[] = [];
  for (const id of ids) {
    const found = await findEntry(tx, id);
    if (!found || (unreported && found.isMarked)) continue;
    // An entry whose write was recorded earlier, and that its form sent once more, has led to a version already.
    if ((await resultingVersion(tx, id)) === null) await putSuccessor(tx, found.entry, found.entry.over);
    await eraseEntry(tx, found.entry);
    if (!unreported) await putEnded(tx, id);
    else if (unreported.mayHaveArrived) await putTried(tx, id);
    removed.push(id);
  }
  if (removed.length > 0) await tx.put('meta', changedMeta(meta, { count: -removed.length }));
  return removed;
}
