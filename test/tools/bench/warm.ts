import { type Browser, chromium, type Page } from '@playwright/test';
import { paths } from '../../../src/paths';
import { CHROMIUM_FLAGS, ensureChromium } from '../../browser/chromium';
import { accountOf, openDevice, waitUntilReadyOffline } from '../looks/devices';
import { startServerWith } from '../looks/dataSets';
import { layChanges } from './layChanges';
import { servePlainPage } from './plainPage';
import { percentile } from './samples';

/**
 * `npm run bench:warm`: the built app opens Locations without a signal, with the stores and items of a real day and
 * 1,000 changes that wait; beside it a page without a library, whose worker and IndexedDB have a list of the same
 * names. Both are opened one after the other (ABBA). Prints the times from the navigation to the first row of the list,
 * and their ratio.
 */

const GOAL = 1.3;
const ENTRIES = 1_000;
const PAIRS = 15;

/** From the navigation to the frame with the first row of the list, ms. */
async function opened(page: Page, url: string): Promise<number> {
  await page.goto(url);
  return Number(await (await page.waitForFunction(() => window.firstRowAt)).jsonValue());
}

declare global {
  interface Window {
    /** When the first row was there, ms since the navigation. */
    firstRowAt?: number;
  }
}

/** Runs in the page before its own code: notes when the first row is there. */
function watchRows(row: string): void {
  const look = () => {
    if (document.querySelector(row)) window.firstRowAt = performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/** A page of its own that has the names in its database, and needs no signal. */
async function openPlain(browser: Browser, url: string, names: string[]): Promise<Page> {
  const context = await browser.newContext();
  // The compiler of these commands names functions with a helper that the page has not.
  await context.addInitScript('globalThis.__name = (value) => value');
  const page = await context.newPage();
  await page.goto(url);
  await page.evaluate(async (rows) => {
    await navigator.serviceWorker.ready;
    const opening = indexedDB.open('rows');
    const db = await new Promise<IDBDatabase>((resolve) => {
      opening.onsuccess = () => resolve(opening.result);
    });
    const tx = db.transaction('rows', 'readwrite');
    for (const name of rows) tx.objectStore('rows').add({ name });
    await new Promise((resolve) => {
      tx.oncomplete = resolve;
    });
    db.close();
  }, names);
  await context.setOffline(true);
  return page;
}

const server = await startServerWith('iowa');
const plain = await servePlainPage();
const browser = await chromium.launch({ executablePath: ensureChromium(), args: CHROMIUM_FLAGS });
try {
  const { page, signal, close } = await openDevice(browser, server, accountOf(server, 'rep'));
  await waitUntilReadyOffline(page);
  await layChanges(page, ENTRIES, 0);
  const names = await page.evaluate(async () =>
    ((await (await fetch('/api/locations')).json()) as { name: string }[]).map(({ name }) => name),
  );
  await signal.lose();
  const bare = await openPlain(browser, plain.url, names);
  await page.addInitScript(watchRows, 'main article');
  await bare.addInitScript(watchRows, 'li');
  const app: number[] = [];
  const beside: number[] = [];
  const openApp = async () => app.push(await opened(page, paths.locations()));
  const openBare = async () => beside.push(await opened(bare, plain.url));
  for (let pair = 0; pair <= PAIRS; pair += 1) {
    const order = pair % 2 === 0 ? [openApp, openBare] : [openBare, openApp];
    for (const open of order) await open();
  }
  // The first pair warms up.
  const [ours, theirs] = [percentile(app.slice(1), 0.5), percentile(beside.slice(1), 0.5)];
  const ratio = ours / theirs;
  console.log(
    `${ratio <= GOAL ? '✓' : '✗'} ${names.length} locations, ${ENTRIES} changes, ${PAIRS} pairs: first row after ${Math.round(ours)} ms, a plain page ${Math.round(theirs)} ms, × ${ratio.toFixed(2)} (goal ${GOAL})`,
  );
  if (ratio > GOAL) process.exitCode = 1;
  await close();
} finally {
  await browser.close();
  plain.close();
  await server.remove();
}
