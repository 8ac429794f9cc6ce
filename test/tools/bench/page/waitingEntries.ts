import type { AppStore } from '../../../../src/state/root/types';
import { freshState, type QueueEntry } from '../../../../src/offline/entry';
import { createIdbRecordStore } from '../../../../src/offline/storage/idbRecordStore';
import { ENTRY_VERSION } from '../../../../src/offline/storage/entryMigrations';
import type { QueueMeta } from '../../../../src/offline/storage/queueRecords';
import { putEntry } from '../../../../src/offline/storage/storedEntries';

export const BENCH_USER = 'bench-user';

/** A delivery as it waits on the disk. */
export function waitingEntry(seq: number): QueueEntry {
  const visit = `visit-${Math.floor(seq / 8)}`;
  const lines = [{ item: 'item-1', quantity: 2, packaging: 'each' }];
  return {
    id: `waiting-${seq}`,
    ts: seq,
    path: '/deliveries',
    method: 'POST',
    body: { repName: 'Rep', location: `location-${seq % 200}`, box: `box-${seq}`, lines, visit },
    v: ENTRY_VERSION,
    seq,
    userId: BENCH_USER,
    call: 'createDelivery',
    creates: `local-waiting-${seq}`,
    visitId: visit,
    locationId: `location-${seq % 200}`,
    baseVersion: null,
    over: null,
    pricesAsOf: null,
    unitPrices: null,
    firstTry: false,
  };
}

/** Few enough for one transaction to be over long before the store gives it up. */
const BATCH = 500;

/** Lays that many entries on the disk, as a device has them that was long without a signal. */
export async function layWaitingEntries(count: number): Promise<void> {
  const records = createIdbRecordStore();
  for (let before = 0; before < count; before += BATCH) {
    await records.transact('readwrite', ['entries', 'states', 'meta'], async (tx) => {
      const last = Math.min(before + BATCH, count);
      const written: Promise<void>[] = [];
      for (let seq = before + 1; seq <= last; seq += 1) {
        const entry = waitingEntry(seq);
        written.push(putEntry(tx, entry), tx.put('states', freshState(entry)));
      }
      const meta: QueueMeta = { name: 'queue', seq: last, count: last, rev: last, indexRev: last };
      await Promise.all([...written, tx.put('meta', meta)]);
    });
  }
}

/** Resolves once the store shows what lies on the disk. */
export function queueShown(store: AppStore): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (store.getState().queue.status !== 'ready') return;
      unsubscribe();
      resolve();
    };
    const unsubscribe = store.subscribe(look);
    look();
  });
}
