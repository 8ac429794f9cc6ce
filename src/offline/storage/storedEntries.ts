import type { EntryMark, EntryState, EntrySummary, QueueEntry } from '../entry';
import { addToIndex, removeFromIndex } from './orderIndex';
import { readEntry, type StoredEntry, suspectSeqOf } from './queueRecords';
import type { RecordTransaction } from './recordStore';

/* One entry within a transaction: its record, the state beside it, and its names in the index. */

/** The entry and its state as they are now, or `null`. `activities` as `suspectSeqOf` takes it. */
export async function findEntry(
  tx: RecordTransaction,
  id: string,
  activities: ReadonlySet<string> | null = null,
): Promise<StoredEntry | null> {
  const [raw, state, pass] = await Promise.all([
    tx.get('entries', id),
    tx.get('states', id),
    activities && tx.get('meta', 'pass'),
  ]);
  if (raw === undefined) return null;
  const read = readEntry(raw, state, suspectSeqOf(pass, activities));
  return read.kind === 'entry' ? read : null;
}

/** The entry without its state, or `null`. */
export async function findBareEntry(tx: RecordTransaction, id: string): Promise<QueueEntry | null> {
  const raw = await tx.get('entries', id);
  const read = raw === undefined ? null : readEntry(raw, undefined, 0);
  return read?.kind === 'entry' ? read.entry : null;
}

/** Whether a newer build has written a record. */
export const isOfNewerBuild = (rawEntry: unknown): boolean => readEntry(rawEntry, undefined, 0).kind === 'newer';

/** Stores the state of an entry with this change. Returns the summary that results. */
export async function putMark(
  tx: RecordTransaction,
  { entry: { id }, summary }: { entry: Pick<QueueEntry, 'id'>; summary: EntrySummary },
  mark: EntryMark,
): Promise<EntrySummary> {
  const { state, attempts, lastError, mayHaveArrived, nextTryAt } = summary;
  const marked: EntryState = { id, state, attempts, lastError, mayHaveArrived, nextTryAt, ...mark };
  await tx.put('states', marked);
  return { ...summary, ...marked };
}

export async function putEntry(tx: RecordTransaction, entry: QueueEntry): Promise<void> {
  await Promise.all([tx.put('entries', entry), addToIndex(tx, entry)]);
}

export async function eraseEntry(tx: RecordTransaction, entry: QueueEntry): Promise<void> {
  await Promise.all([tx.delete('entries', entry.id), tx.delete('states', entry.id), removeFromIndex(tx, entry)]);
}
