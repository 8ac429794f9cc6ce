import type { RecordStore } from './recordStore';

/** The names of the errors that browsers throw when the quota of the site is exceeded or the disk is full. */
const FULL_DISK_ERRORS = new Set(['QuotaExceededError', 'UnknownError']);

/** Whether an error means that the disk was full. */
export function isDiskFull(error: unknown): boolean {
  return error instanceof Error && FULL_DISK_ERRORS.has(error.name);
}

/**
 * Wraps the record store for a disk that may be full: a write that fails for lack of space is repeated once, after
 * `freeSpace` removed cached reads (invariant 7).
 */
export function withQuotaRetry(records: RecordStore, freeSpace: () => Promise<void>): RecordStore {
  return {
    async transact(mode, stores, work) {
      try {
        return await records.transact(mode, stores, work);
      } catch (error) {
        if (mode === 'readonly' || !isDiskFull(error)) throw error;
      }
      await freeSpace();
      return records.transact(mode, stores, work);
    },
  };
}
