import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';

/**
 * What a browser stored for the build whose queue entries had version 1, taken from that build: a visit at East Corner
 * that was started without a signal and sent (the id map), a visit at North Market that waits with two refills and its
 * submit, caches, and a half-filled delivery.
 */
interface FormerProfile {
  /** ms since 1970; its times are moved by what has passed since. */
  takenAt: number;
  /** What each id of the server of then stands for. */
  ids: Record<string, string>;
  databases: StoredDatabase[];
  localStorage: Record<string, string>;
}

interface StoredDatabase {
  name: string;
  version: number;
  stores: { store: string; keyPath: string | null; records: [key: string, value: unknown][] }[];
}

/** The name that `ids` gives the visit of the id map. */
const SENT_VISIT = 'East Corner visit';
/** The local id of that visit. */
export const SENT_VISIT_LOCAL_ID = 'local-8c1191b2-170e-4df6-bcf1-2f895f15532c';

const TIME = /\b1[79]\d{11}\b/g;

/** The ids of this server by the names that the profile has for them, asked as the person who is signed in. */
function idsByName(page: Page): Promise<Record<string, string>> {
  return page.evaluate(async () => {
    type Named = { _id: string; name: string; label: string };
    const ask = async (path: string) => (await fetch(`/api${path}`)).json() as Promise<Named[] & { user: Named }>;
    const [{ user }, locations, items] = await Promise.all([ask('/auth/me'), ask('/locations'), ask('/items')]);
    const ids = Object.fromEntries([user, ...locations, ...items].map(({ name, _id }) => [name, _id]));
    for (const { _id, name } of locations) {
      for (const box of await ask(`/boxes?location=${_id}`)) ids[`${name} ${box.label}`] = box._id;
    }
    return ids;
  });
}

function profileOf(text: string, present: Record<string, string>): FormerProfile {
  const { takenAt, ids } = JSON.parse(text) as FormerProfile;
  const known = Object.entries(ids).map(([id, name]) => [id, present[name] ?? id] as const);
  const renamed = known.reduce((all, [before, now]) => all.replaceAll(before, now), text);
  const passed = Date.now() - takenAt;
  return JSON.parse(renamed.replace(TIME, (time) => String(Number(time) + passed))) as FormerProfile;
}

/**
 * Puts the profile in the place of all that this origin has stored. The session's cookie stays; `sentVisitId` is this
 * server's id of the visit in the id map. Leaves the page outside the app.
 */
export async function storeFormerProfile(page: Page, sentVisitId: string): Promise<void> {
  await page.goto('/api/health');
  const text = readFileSync(join(import.meta.dirname, 'formerProfile.json'), 'utf8');
  const profile = profileOf(text, { ...(await idsByName(page)), [SENT_VISIT]: sentVisitId });
  await page.evaluate(async ({ databases, localStorage: texts }) => {
    const settled = (request: IDBOpenDBRequest) =>
      new Promise<IDBDatabase>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error ?? new Error('unreadable'));
      });
    for (const { name, version, stores } of databases) {
      await settled(indexedDB.deleteDatabase(name));
      const opening = indexedDB.open(name, version);
      opening.onupgradeneeded = () => {
        for (const { store, keyPath, records } of stores) {
          const made = opening.result.createObjectStore(store, { keyPath });
          for (const [key, value] of records) made.put(value, keyPath === null ? key : undefined);
        }
      };
      (await settled(opening)).close();
    }
    window.localStorage.clear();
    for (const [key, value] of Object.entries(texts)) window.localStorage.setItem(key, value);
  }, profile);
}
