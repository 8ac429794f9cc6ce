import type { NewEntry } from '../entry';
import type { Appended, QueueJournal } from '../storage/queueJournal';
import { StorageTimeout } from '../storage/recordStore';
import { isDiskFull } from '../storage/withQuotaRetry';

/** Saves one entry after the other, so that a retry of one does not give its place to the next. */
export function createSaver(journal: QueueJournal): (entry: NewEntry) => Promise<Appended | null> {
  let last: Promise<unknown> = Promise.resolve();
  return (entry) => {
    const saved = last.then(() => saveEntry(journal, entry));
    last = saved;
    return saved;
  };
}

/**
 * Puts an entry on disk. `null` when that can't be done: at once when the storage does not answer or has no room
 * (`withQuotaRetry` has done what can be done), else after one retry. Then nobody may say "Saved locally".
 */
async function saveEntry(journal: QueueJournal, entry: NewEntry): Promise<Appended | null> {
  try {
    return await journal.append(entry);
  } catch (error) {
    if (error instanceof StorageTimeout || isDiskFull(error)) return null;
  }
  try {
    return await journal.append(entry);
  } catch {
    return null;
  }
}
