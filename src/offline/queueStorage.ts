import { STORAGE_VERSION } from '../domain/constants';
import type { QueueJournal } from './queueStore';

/** What redux-persist asks of a storage engine. */
export interface PersistStorage {
  getItem(key: string): Promise<unknown>;
  setItem(key: string, value: unknown): Promise<void>;
  removeItem(key: string): Promise<void>;
}

/**
 * The storage engine of the persisted queue slice, for a config with `serialize: false, deserialize: false,
 * timeout: 0`. Reads assemble the journal; writes do nothing, since every change of the queue was on disk
 * before Redux heard of it. A read that failed is not an empty queue: the state says so, and nothing is lost.
 */
export function createQueueStorage(journal: QueueJournal, now: () => number): PersistStorage {
  const version = { _persist: { version: STORAGE_VERSION, rehydrated: true } };
  return {
    async getItem() {
      try {
        return { ...(await journal.snapshot(now())), ...version };
      } catch {
        return { unreadable: true, ...version };
      }
    },
    setItem: async () => {},
    removeItem: async () => {},
  };
}
