import type { BrowserContext, Page } from '@playwright/test';
import { expect } from '../appTest';

/** What a device does to the storage of an app. */

declare global {
  interface Window {
    /** The connections of the page, from `watchDatabases` on. */
    openedDatabases?: IDBDatabase[];
  }
}

/** The browser believes for half a minute what it last read of a quota. */
const QUOTA_BELIEVED_MS = 120_000;

/** Whether a small record can still be written, into a database of the test's own. */
function isSpaceLeft(page: Page): Promise<boolean> {
  return page.evaluate(async () => {
    const open = indexedDB.open('test-ballast', 1);
    open.onupgradeneeded = () => open.result.createObjectStore('ballast', { autoIncrement: true });
    const db = await new Promise<IDBDatabase | null>((resolve) => {
      open.onsuccess = () => resolve(open.result);
      open.onerror = () => resolve(null);
    });
    if (!db) return false;
    const tx = db.transaction('ballast', 'readwrite');
    tx.objectStore('ballast').add('one grain of sand');
    const isWritten = await new Promise<boolean>((resolve) => {
      tx.oncomplete = () => resolve(true);
      tx.onabort = () => resolve(false);
    });
    db.close();
    return isWritten;
  });
}

/** Takes all space from the app, until the function it resolves with is called. */
export async function fillQuota(page: Page): Promise<() => Promise<void>> {
  const session = await page.context().newCDPSession(page);
  const origin = new URL(page.url()).origin;
  await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1 });
  await expect.poll(() => isSpaceLeft(page), { timeout: QUOTA_BELIEVED_MS, intervals: [1_000] }).toBe(false);
  return async () => {
    await session.send('Storage.overrideQuotaForOrigin', { origin });
    await session.detach();
  };
}

/** Lets `closeDatabases` find the connections; before the first page of the context. */
export async function watchDatabases(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const open = IDBFactory.prototype.open;
    const opened: IDBDatabase[] = [];
    window.openedDatabases = opened;
    IDBFactory.prototype.open = function watched(...args) {
      const request = open.apply(this, args);
      request.addEventListener('success', () => opened.push(request.result));
      return request;
    };
  });
}

/** Closes every connection of the page under its feet, as WebKit does to an app in the background. */
export function closeDatabases(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { openedDatabases = [] } = window;
    for (const database of openedDatabases) database.close();
    return openedDatabases.length;
  });
}
