import type { RecordStore } from './recordStore';

/** How browsers name a disk without room: the site's share is used up, or the device is full. */
const FULL_DISK_ERRORS = new Set(['QuotaExceededError', 'UnknownError']);

/** Whether the disk had no room for a write. */
export function isDiskFull(error: unknown): boolean {
  return error instanceof Error && FULL_DISK_ERRORS.has(error.name);
}

/**
 * The records of the queue on a disk that may be full: a write that finds no room is done once more after
 * `freeSpace` gave up cached reads (invariant 7).
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
