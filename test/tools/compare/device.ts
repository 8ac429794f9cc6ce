import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { CHROMIUM_FLAGS, ensureChromium } from '../../browser/chromium';
import type { FaultProxy } from '../../browser/proxy/faultProxy';
import type { Target } from './page/outbox';
import type { Site } from './site';

/** How long a person waits for an outbox to say that it saved. */
const SAVE_MAX_MS = 20_000;
/** The browser believes for half a minute what it last read of a quota. */
const QUOTA_TRIES = 60;
const QUOTA_PAUSE_MS = 1_000;

async function launch(profile: string): Promise<{ child: ChildProcess; browser: Browser }> {
  const flags = ['--headless=new', '--remote-debugging-port=0', `--user-data-dir=${profile}`, 'about:blank'];
  const child = spawn(ensureChromium(), [...CHROMIUM_FLAGS, ...flags], {
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  });
  for await (const line of createInterface({ input: child.stderr })) {
    const [url] = /ws:\/\/\S+/.exec(line) ?? [];
    if (url) {
      child.stderr.resume();
      return { child, browser: await chromium.connectOverCDP(url) };
    }
  }
  throw new Error('Chromium did not start');
}

/** One phone with one client: a browser profile that outlives its browser. */
export class Device {
  readonly #profile = mkdtempSync(join(tmpdir(), 'profile-'));
  readonly #site: Site;
  readonly #proxy: FaultProxy;
  readonly #client: string;
  readonly target: Target;
  #running: { child: ChildProcess; browser: Browser } | null = null;
  /** The marks that the app was allowed to show as saved. */
  readonly saved: number[] = [];

  constructor(site: Site, proxy: FaultProxy, client: string, target: Target) {
    this.#site = site;
    this.#proxy = proxy;
    this.#client = client;
    this.target = target;
  }

  async #context(): Promise<BrowserContext> {
    this.#running ??= await launch(this.#profile);
    const [context] = this.#running.browser.contexts();
    if (!context) throw new Error('Chromium has no window');
    return context;
  }

  pages(): Page[] {
    return (this.#running?.browser.contexts()[0]?.pages() ?? []).filter((page) => page.url() !== 'about:blank');
  }

  async #start(page: Page): Promise<void> {
    await page.waitForFunction(() => window.openOutbox !== undefined);
    await page.evaluate(
      async ({ client, target, rep: { email, password } }) => {
        const body = JSON.stringify({ email, password });
        await fetch('/api/auth/login', { method: 'POST', headers: { 'content-type': 'application/json' }, body });
        await window.openOutbox?.(client, target);
      },
      { client: this.#client, target: this.target, rep: this.#site.rep },
    );
  }

  /** Opens the client in a new tab and signs in. */
  async open(): Promise<Page> {
    const page = await (await this.#context()).newPage();
    await page.goto(this.#proxy.url);
    await this.#start(page);
    return page;
  }

  async reload(): Promise<void> {
    for (const page of this.pages()) {
      await page.reload();
      await this.#start(page);
    }
  }

  /** Saves marks one after the other and notes those that the client says are saved. */
  async save(page: Page, marks: readonly number[]): Promise<void> {
    for (const mark of marks) {
      const isSaved = await page.evaluate(
        ({ value, limit }) =>
          Promise.race([
            window.outbox?.save(value).catch(() => false),
            new Promise<false>((resolve) => {
              window.setTimeout(() => resolve(false), limit);
            }),
          ]),
        { value: mark, limit: SAVE_MAX_MS },
      );
      if (isSaved) this.saved.push(mark);
    }
  }

  /** Takes the network away, also from the worker, and tells the pages. */
  async goOffline(): Promise<void> {
    this.#proxy.offline();
    await (await this.#context()).setOffline(true);
  }

  async goOnline(): Promise<void> {
    this.#proxy.heal();
    if (this.#running) await (await this.#context()).setOffline(false);
    if (this.#client === 'workbox') await this.#dispatchSync();
  }

  /** Fires the browser's sync event, which would come minutes later. */
  async #dispatchSync(): Promise<void> {
    const [page] = this.pages();
    if (!page) return;
    const session = await page.context().newCDPSession(page);
    const registered = new Promise<string>((resolve) => {
      session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => {
        if (first) resolve(first.registrationId);
      });
    });
    await session.send('ServiceWorker.enable');
    const registrationId = await registered;
    const tag = 'workbox-background-sync:deliveries';
    const origin = this.#proxy.url;
    await session.send('ServiceWorker.dispatchSyncEvent', { origin, registrationId, tag, lastChance: false });
    await session.detach();
  }

  /** Takes all space from the page until the browser is closed, and waits until the browser notices. */
  async fillDisk(page: Page): Promise<void> {
    const session = await page.context().newCDPSession(page);
    await session.send('Storage.overrideQuotaForOrigin', { origin: this.#proxy.url, quotaSize: 1 });
    for (let tries = 0; tries < QUOTA_TRIES; tries++) {
      const isFull = await page.evaluate(
        () =>
          new Promise<boolean>((resolve) => {
            const opened = indexedDB.open('ballast', 1);
            opened.onupgradeneeded = () => opened.result.createObjectStore('ballast', { autoIncrement: true });
            opened.onerror = () => resolve(true);
            opened.onsuccess = () => {
              const tx = opened.result.transaction('ballast', 'readwrite');
              tx.objectStore('ballast').add('x'.repeat(1_000));
              tx.oncomplete = () => resolve(false);
              tx.onabort = () => resolve(true);
            };
          }),
      );
      if (isFull) return;
      await setTimeout(QUOTA_PAUSE_MS);
    }
    throw new Error('The browser did not notice the full disk');
  }

  async waiting(): Promise<number> {
    const counts = this.pages().map((page) => page.evaluate(() => window.outbox?.waiting() ?? 0));
    return Math.max(0, ...(await Promise.all(counts)));
  }

  /** Closes the browser as a person does. */
  async close(): Promise<void> {
    const { child, browser } = this.#running ?? {};
    this.#running = null;
    if (!child || !browser) return;
    const exit = once(child, 'exit');
    const session = await browser.newBrowserCDPSession();
    await session.send('Browser.close').catch(() => undefined);
    await exit;
  }

  /** Ends the browser at once, as the system does when memory is short. */
  async kill(): Promise<void> {
    const { child } = this.#running ?? {};
    this.#running = null;
    if (!child || child.exitCode !== null) return;
    const exit = once(child, 'exit');
    // All its processes: one that is left would go on writing into the profile.
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    await exit;
  }

  async remove(): Promise<void> {
    await this.kill();
    rmSync(this.#profile, { recursive: true, force: true, maxRetries: 5 });
  }
}
