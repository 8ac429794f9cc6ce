import type { Page } from '@playwright/test';
import { expect } from './specTest';

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

/** The name of the user whom the device's disk remembers; `null` for nobody. */
async function rememberedName(page: Page): Promise<string | null> {
  const { keyvaluepairs = [] } = await recordsIn(page, 'field-sales-caches');
  const [, session] = keyvaluepairs.find(([key]) => key === 'persist:session') ?? [];
  const { user = 'null' } = typeof session === 'string' ? (JSON.parse(session) as { user?: string }) : {};
  return (JSON.parse(user) as { name: string } | null)?.name ?? null;
}

/** Waits until the disk has who is signed in: the screen says so a moment earlier, and a page that goes is cut short. */
export async function expectRemembered(page: Page, name: string | null): Promise<void> {
  await expect.poll(() => rememberedName(page)).toBe(name);
}
