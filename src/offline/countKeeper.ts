/** How many entries the disk held, and at which revision of it. */
export interface KeptCount {
  count: number;
  rev: number;
}

/** Keeps the count of entries outside of the database, so that entries which vanished with it are missed. */
export interface CountKeeper {
  /** `null` when nothing was ever kept, or it can't be read. */
  read(): KeptCount | null;
  write(kept: KeptCount): void;
}

const KEY = 'field-sales-queue-count';

/** In the browser's small synchronous storage; where that fails, nothing is kept and nothing is claimed. */
export function createCountKeeper(storage: Pick<Storage, 'getItem' | 'setItem'>): CountKeeper {
  return {
    read() {
      try {
        const kept: unknown = JSON.parse(storage.getItem(KEY) ?? 'null');
        if (typeof kept !== 'object' || kept === null || !('count' in kept) || !('rev' in kept)) return null;
        return typeof kept.count === 'number' && typeof kept.rev === 'number'
          ? { count: kept.count, rev: kept.rev }
          : null;
      } catch {
        return null;
      }
    },
    write(kept) {
      try {
        storage.setItem(KEY, JSON.stringify(kept));
      } catch {
        // A full or forbidden storage: the count is a second opinion, the queue does without it.
      }
    },
  };
}

/** How many entries are missing from the disk by the kept count; 0 when the disk is newer than the count. */
export function missingEntries(kept: KeptCount | null, disk: KeptCount): number {
  if (kept === null || kept.rev < disk.rev) return 0;
  return Math.max(0, kept.count - disk.count);
}
