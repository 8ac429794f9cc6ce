import type { Page } from '@playwright/test';
import { expect } from '../appTest';

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

/** Whether the disk has a text in one of the drafts, which stand there each under a key of its own. */
export async function expectDraftOnDisk(page: Page, text: string): Promise<void> {
  const drafts = async () => {
    const { keyvaluepairs = [] } = await recordsIn(page, 'field-sales-caches');
    return keyvaluepairs.flatMap(([key, value]) => (String(key).startsWith('draft:') ? [String(value)] : []));
  };
  await expect.poll(async () => (await drafts()).join('\n')).toContain(text);
}

/** What the disk has of a slice of the store, each field as its JSON; nothing before it was first written. */
async function keptSlice(page: Page, slice: string): Promise<Record<string, string>> {
  const { keyvaluepairs = [] } = await recordsIn(page, 'field-sales-caches');
  const [, kept] = keyvaluepairs.find(([key]) => key === `persist:${slice}`) ?? [];
  return typeof kept === 'string' ? (JSON.parse(kept) as Record<string, string>) : {};
}

/**
 * Waits until the disk has a text in one of the kept slices. The screen shows what is in memory, a moment earlier, and
 * a page that goes is cut short.
 */
export async function expectOnDisk(page: Page, slice: string, text = '"savedAt":'): Promise<void> {
  await expect.poll(async () => Object.values(await keptSlice(page, slice)).join('\n')).toContain(text);
}

/** Who is signed in as far as the disk knows; `null` for nobody. */
export async function rememberedUser(page: Page): Promise<{ _id: string; name: string } | null> {
  const { user = 'null' } = await keptSlice(page, 'session');
  return JSON.parse(user) as { _id: string; name: string } | null;
}

/** Waits until the disk has who is signed in, by name; `null` for nobody. */
export async function expectRemembered(page: Page, name: string | null): Promise<void> {
  await expect.poll(async () => (await rememberedUser(page))?.name ?? null).toBe(name);
}
