import type { PersistStorage, SliceStorage } from './persistence';
import type { Schedule } from './rehydrationRetry';

const RETRY_WRITE_AFTER_MS = 2_000;

interface Write {
  work(): Promise<unknown>;
  hasFailed: boolean;
}

/**
 * Repeats the failed writes of a storage until they succeed. redux-persist writes a slice only when it changes, so a
 * draft whose removal failed would be offered again. A later write of the same key replaces a failed one.
 */
export function withWriteRetry(storage: SliceStorage, schedule: Schedule): SliceStorage & PersistStorage {
  /** The last write of each key, until it succeeds. */
  const unwritten = new Map<string, Write>();
  let isScheduled = false;

  async function run(key: string, work: Write['work']): Promise<void> {
    const write: Write = { work, hasFailed: false };
    unwritten.set(key, write);
    const isLast = () => unwritten.get(key) === write;
    try {
      await work();
      if (isLast()) unwritten.delete(key);
    } catch (error) {
      write.hasFailed = true;
      // A later write of the key decides.
      if (isLast()) retryLater();
      throw error;
    }
  }

  function retryLater(): void {
    if (isScheduled) return;
    isScheduled = true;
    schedule(() => {
      isScheduled = false;
      for (const [key, { work, hasFailed }] of unwritten) if (hasFailed) run(key, work).catch(() => undefined);
    }, RETRY_WRITE_AFTER_MS);
  }

  return {
    getItem: (key) => storage.getItem(key),
    keys: () => storage.keys(),
    setItem: (key, text) => run(key, () => storage.setItem(key, String(text))),
    removeItem: (key) => run(key, () => storage.removeItem(key)),
  };
}
