import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, vi } from 'vitest';
import { createIdbRecordStore } from '../../../src/offline/storage/idbRecordStore';
import type { RecordStore } from '../../../src/offline/storage/recordStore';

/** A record store whose database can be held back, with one record in `meta`. Time stands still for each test. */
export function setUpHangingDatabase() {
  /** The work of the database goes through here. */
  const disk = { isHanging: false, held: [] as (() => void)[], letGo: () => {} };
  const database: { disk: typeof disk; store: RecordStore } = { disk, store: createIdbRecordStore() };

  beforeEach(async () => {
    // First: moving the clock takes turns of the real setImmediate.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    const now = globalThis.setImmediate;
    disk.isHanging = false;
    disk.held = [];
    disk.letGo = () => {
      disk.isHanging = false;
      for (const work of disk.held.splice(0)) now(work);
    };
    vi.stubGlobal('setImmediate', (work: () => void) => (disk.isHanging ? disk.held.push(work) : now(work)));
    vi.stubGlobal('indexedDB', new IDBFactory());
    database.store = createIdbRecordStore();
    await database.store.transact('readwrite', ['meta'], (tx) => tx.put('meta', { name: 'queue', seq: 1 }));
  });

  afterEach(() => void vi.useRealTimers());

  return database;
}
