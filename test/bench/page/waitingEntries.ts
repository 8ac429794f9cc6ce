import { createIdbRecordStore } from '../../../src/offline/idbRecordStore';
import { freshState } from '../../../src/offline/queueRecords';
import type { QueueEntry } from '../../../src/offline/types';

export const BENCH_USER = 'bench-user';

function waitingEntry(seq: number): QueueEntry {
  const visit = `visit-${Math.floor(seq / 8)}`;
  const lines = [{ item: 'item-1', quantity: 2, packaging: 'each' }];
  return {
    id: `waiting-${seq}`,
    ts: seq,
    path: '/deliveries',
    method: 'POST',
    body: { repName: 'Rep', location: `location-${seq % 200}`, box: `box-${seq}`, lines, visit },
    v: 1,
    seq,
    userId: BENCH_USER,
    call: 'createDelivery',
    creates: `local-waiting-${seq}`,
    visitId: visit,
    locationId: `location-${seq % 200}`,
  };
}

/** Lays that many entries on the disk, as a device has them that was long without a signal. */
export async function layWaitingEntries(count: number): Promise<void> {
  await createIdbRecordStore().transact('readwrite', ['entries', 'states', 'meta'], async (tx) => {
    for (let seq = 1; seq <= count; seq += 1) {
      const entry = waitingEntry(seq);
      void tx.put('entries', entry);
      await tx.put('states', freshState(entry.id));
    }
    await tx.put('meta', { name: 'queue', seq: count, count, rev: count });
  });
}
