import type { TabLocks } from './locks';
import { isDiskFull } from './makingRoom';
import type { QueueJournal } from './queueStore';
import { StorageTimeout } from './recordStore';
import type { EntryHead, NewEntry } from './types';

export interface SaveOptions {
  journal: QueueJournal;
  locks: TabLocks;
}

/** Saves one entry after the other, so that a retry of one does not give its place to the next. */
export function createSaver(options: SaveOptions): (entry: NewEntry) => Promise<EntryHead | null> {
  let last: Promise<unknown> = Promise.resolve();
  return (entry) => {
    const saved = last.then(() => saveEntry(options, entry));
    last = saved;
    return saved;
  };
}

/**
 * Puts an entry on disk in this tab's hand. `null` when that can't be done: at once when the storage does not answer
 * or has no room (`makingRoom` has done what can be done), else after one retry. Then nobody may say "Saved locally".
 */
async function saveEntry({ journal, locks }: SaveOptions, entry: NewEntry): Promise<EntryHead | null> {
  const append = async () => {
    await locks.holdTabLock();
    return journal.append(entry, locks.tabId);
  };
  try {
    return await append();
  } catch (error) {
    if (error instanceof StorageTimeout || isDiskFull(error)) return null;
  }
  try {
    return await append();
  } catch {
    return null;
  }
}
