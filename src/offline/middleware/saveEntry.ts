import type { NewEntry } from '../entry';
import { type Appended, HeldElsewhere, type QueueJournal } from '../storage/queueJournal';
import { StorageTimeout } from '../storage/recordStore';
import { isDiskFull } from '../storage/withQuotaRetry';

/** Saves one entry after the other, so that a retry of one does not give its place to the next. */
export function createSaver(
  journal: QueueJournal,
): (entry: NewEntry, isHeld: Promise<boolean>) => Promise<Appended | null> {
  let last: Promise<unknown> = Promise.resolve();
  return (entry, isHeld) => {
    const saved = last.then(() => saveEntry(journal, entry, isHeld));
    last = saved;
    return saved;
  };
}

/**
 * Puts an entry on disk. `null` when that can't be done: at once when the storage does not answer or has no room
 * (`withQuotaRetry` has done what can be done) or this tab does not hold the entry's lock, else after one retry. Then
 * nobody may say "Saved locally".
 */
async function saveEntry(journal: QueueJournal, entry: NewEntry, isHeld: Promise<boolean>): Promise<Appended | null> {
  try {
    return await journal.append(entry, isHeld);
  } catch (error) {
    if (error instanceof StorageTimeout || error instanceof HeldElsewhere || isDiskFull(error)) return null;
  }
  try {
    return await journal.append(entry, isHeld);
  } catch {
    return null;
  }
}
