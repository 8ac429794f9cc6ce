import type { Page } from '@playwright/test';

/** Every record of one of the browser's databases with its key, by store. */
export function recordsIn(page: Page, database: string): Promise<Record<string, [key: unknown, value: unknown][]>> {
  return page.evaluate(async (name) => {
    const settled = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error ?? new Error('unreadable'));
      });
    const opened = await settled(indexedDB.open(name));
    const found: Record<string, [key: unknown, value: unknown][]> = {};
    for (const store of opened.objectStoreNames) {
      const records = opened.transaction(store).objectStore(store);
      const keys = await settled(records.getAllKeys());
      const values: unknown[] = await settled(records.getAll());
      found[store] = values.map((value, at) => [keys[at], value]);
    }
    opened.close();
    return found;
  }, database);
}
