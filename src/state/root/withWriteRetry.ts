import type { PersistStorage, SliceStorage } from './sliceStorage';
import type { Schedule } from './rehydrationRetry';

const RETRY_WRITE_AFTER_MS = 2_000;

/**
 * Repeats the failed writes of a storage until they succeed. redux-persist writes a slice only when it changes, so a
 * draft whose removal failed would be offered again. A later write of the same key replaces a failed one.
 */
export function withWriteRetry(storage: SliceStorage, schedule: Schedule): SliceStorage & PersistStorage {
  /** The last write of each key, until it succeeds. */
  const unwritten = new Map<string, () => Promise<unknown>>();

  async function run(key: string, write: () => Promise<unknown>): Promise<void> {
    const isLast = () => unwritten.get(key) === write;
    unwritten.set(key, write);
    try {
      await write();
      if (isLast()) unwritten.delete(key);
    } catch (error) {
      schedule(() => {
        if (isLast()) run(key, write).catch(() => undefined);
      }, RETRY_WRITE_AFTER_MS);
      throw error;
    }
  }

  return {
    getItem: (key) => storage.getItem(key),
    // A clear removes what is not written yet, too.
    keys: async () => [...(await storage.keys()), ...unwritten.keys()],
    setItem: (key, text) => run(key, () => storage.setItem(key, String(text))),
    removeItem: (key) => run(key, () => storage.removeItem(key)),
  };
}
