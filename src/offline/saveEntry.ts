import type { TabLocks } from './locks';
import type { QueueJournal } from './queueStore';
import { StorageTimeout } from './recordStore';
import type { EntryHead, NewEntry } from './types';

export interface SaveOptions {
  journal: QueueJournal;
  locks: TabLocks;
  /** Gives up cached reads, oldest visits first, then boxes, to make room for a change. */
  freeSpace(): Promise<void>;
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
 * Puts an entry on disk in this tab's hand. `null` when that can't be done: after one retry with the caches
 * gone, or at once when the storage does not answer. Then nobody may say "Saved locally".
 */
async function saveEntry({ journal, locks, freeSpace }: SaveOptions, entry: NewEntry): Promise<EntryHead | null> {
  const append = async () => {
    await locks.holdTabLock();
    return journal.append(entry, locks.tabId);
  };
  try {
    return await append();
  } catch (error) {
    if (error instanceof StorageTimeout) return null;
  }
  try {
    await freeSpace();
    return await append();
  } catch {
    return null;
  }
}
