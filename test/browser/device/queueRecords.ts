import type { Page } from '@playwright/test';

/** The records of the queue as they lie on the device's disk, read and written past the app. */

/** As `src/offline/storage/idbRecordStore.ts` names it; drafts and caches lie in another database. */
export const QUEUE_DATABASE = 'field-sales-queue';

export type StoredRecord = Record<string, unknown>;

/** All records of a store of the queue's database. */
export function readRecords(page: Page, store: 'entries' | 'states' | 'quarantine' | 'meta'): Promise<StoredRecord[]> {
  return page.evaluate(
    async ({ database, wanted }) => {
      const open = indexedDB.open(database);
      const db = await new Promise<IDBDatabase>((resolve, reject) => {
        open.onsuccess = () => resolve(open.result);
        open.onerror = () => reject(open.error);
      });
      const all = db.transaction(wanted).objectStore(wanted).getAll();
      const records = await new Promise<StoredRecord[]>((resolve, reject) => {
        all.onsuccess = () => resolve(all.result);
        all.onerror = () => reject(all.error);
      });
      db.close();
      return records;
    },
    { database: QUEUE_DATABASE, wanted: store },
  );
}

/** Writes records into a store, all in one transaction. */
export function writeRecords(page: Page, store: 'entries' | 'meta', records: StoredRecord[]): Promise<void> {
  return page.evaluate(
    async ({ database, wanted, given }) => {
      const open = indexedDB.open(database);
      const db = await new Promise<IDBDatabase>((resolve, reject) => {
        open.onsuccess = () => resolve(open.result);
        open.onerror = () => reject(open.error);
      });
      const tx = db.transaction(wanted, 'readwrite');
      for (const record of given) tx.objectStore(wanted).put(record);
      await new Promise<void>((resolve, reject) => {
        tx.oncomplete = () => resolve();
        tx.onabort = () => reject(tx.error);
      });
      db.close();
    },
    { database: QUEUE_DATABASE, wanted: store, given: records },
  );
}
