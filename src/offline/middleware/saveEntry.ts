import { type Appended, HeldElsewhere, type QueueJournal } from '../storage/queueJournal';
import { StorageTimeout } from '../storage/recordStore';
import { isDiskFull } from '../storage/withQuotaRetry';

/** Saves one entry after the other, so that a retry of one entry does not change the order. */
export function createSaver(
  journal: QueueJournal,
): (...added: Parameters<QueueJournal['append']>) => Promise<Appended | null> {
  let last: Promise<unknown> = Promise.resolve();
  return (...added) => {
    const saved = last.then(() => saveEntry(journal, added));
    last = saved;
    return saved;
  };
}

/**
 * Writes an entry to the disk. Returns `null` on failure; then no screen may show "Saved locally". It fails at once
 * when the storage does not respond, is full (`withQuotaRetry` has freed space already), or when this tab does not hold
 * the entry's lock; otherwise after one retry.
 */
async function saveEntry(journal: QueueJournal, added: Parameters<QueueJournal['append']>): Promise<Appended | null> {
  try {
    return await journal.append(...added);
  } catch (error) {
    if (error instanceof StorageTimeout || error instanceof HeldElsewhere || isDiskFull(error)) return null;
  }
  try {
    return await journal.append(...added);
  } catch {
    return null;
  }
}
