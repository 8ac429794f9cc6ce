import type { Page } from '@playwright/test';
import { NOTE_LENGTH_MAX } from '../../../src/domain/constants';

/**
 * Lays the changes on the device's disk, past the app, as it saves them without a signal: none was tried, so there is
 * no record of a try. They are alike, which takes the reader no less time. `notes` of the `entries` are of the largest
 * size.
 */
export async function layChanges(page: Page, entries: number, notes: number): Promise<void> {
  await page.goto('/api/health');
  await page.evaluate(
    async ({ entries, notes, noteLength }) => {
      const { user } = (await (await fetch('/api/auth/me')).json()) as { user: { _id: string } };
      const locations = (await (await fetch('/api/locations')).json()) as { _id: string }[];
      const opening = indexedDB.open('field-sales-queue');
      const db = await new Promise<IDBDatabase>((resolve, reject) => {
        opening.onsuccess = () => resolve(opening.result);
        opening.onerror = () => reject(opening.error);
      });
      const tx = db.transaction(['entries', 'meta'], 'readwrite');
      for (let seq = 1; seq <= entries; seq += 1) {
        const isNote = seq % Math.floor(entries / Math.max(1, notes)) === 0 && notes > 0;
        const visit = `visit-${Math.floor(seq / 8)}`;
        const location = locations[seq % locations.length]?._id ?? '';
        const id = crypto.randomUUID();
        const lines = [{ item: `item-${seq % 40}`, quantity: 2, packaging: 'each' }];
        const body = isNote
          ? { outcome: 'partial', note: 'x'.repeat(noteLength) }
          : { repName: 'Rep', location, box: `box-${seq}`, lines };
        tx.objectStore('entries').put({
          ...{ id, ts: Date.now() - entries + seq, v: 4, seq, userId: user._id, body },
          call: isNote ? 'updateVisit' : 'createDelivery',
          path: isNote ? `/visits/${visit}` : '/deliveries',
          method: isNote ? 'PATCH' : 'POST',
          creates: isNote ? null : `local-${id}`,
          visitId: isNote ? visit : null,
          locationId: isNote ? null : location,
          ...{ baseVersion: isNote ? 1 : null, over: null, pricesAsOf: null, unitPrices: null, firstTry: false },
        });
      }
      // Complete for what is opened here: nothing is appended, so nothing asks what waits for what.
      const counters = { seq: entries, count: entries, rev: entries, indexRev: entries };
      tx.objectStore('meta').put({ name: 'queue', ...counters });
      await new Promise<void>((resolve, reject) => {
        tx.oncomplete = () => resolve();
        tx.onabort = () => reject(tx.error);
      });
      db.close();
    },
    { entries, notes, noteLength: NOTE_LENGTH_MAX },
  );
}
