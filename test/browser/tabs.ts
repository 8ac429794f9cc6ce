import type { CDPSession, Page } from '@playwright/test';

async function crash(page: Page, session: CDPSession): Promise<void> {
  const crashed = page.waitForEvent('crash');
  // The command gets no response: the page is gone.
  session.send('Page.crash').catch(() => undefined);
  await crashed;
  await page.close();
}

/**
 * Ends a tab at once, as a system short of memory does: no event reaches the page. Other tabs of the same context
 * live on.
 */
export async function killTab(page: Page): Promise<void> {
  await crash(page, await page.context().newCDPSession(page));
}

/** A tab that will stand still at a chosen point of its script: nothing in it runs on from there. */
export interface StoppingTab {
  /** Does what leads to the point, and resolves when it is reached: the page may stop before it responds. */
  reachBy(action: () => Promise<unknown>): Promise<void>;
  /** Kills it where it stands. */
  kill(): Promise<void>;
}

declare global {
  interface Window {
    /** Stops the script where it is called, in a tab that `stoppingTab` prepared. */
    standStill?: () => void;
  }
}

async function stoppingTab(page: Page): Promise<StoppingTab> {
  const session = await page.context().newCDPSession(page);
  await session.send('Debugger.enable');
  const reached = new Promise<void>((resolve) => session.once('Debugger.paused', () => resolve()));
  await page.evaluate('window.standStill = () => { debugger; }');
  return {
    reachBy: (action) => Promise.race([reached, action().then(() => reached)]),
    kill: () => crash(page, session),
  };
}

/** Stops the tab on the tick on which a message with this text is put into the page, before anything is painted. */
export async function stopOnMessage(page: Page, text: string): Promise<StoppingTab> {
  const tab = await stoppingTab(page);
  await page.evaluate((wanted) => {
    const isShown = () =>
      [...document.querySelectorAll('[role=alert]')].some((one) => one.textContent?.includes(wanted));
    new MutationObserver(() => {
      if (isShown()) window.standStill?.();
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
  }, text);
  return tab;
}

/**
 * Stops the tab when it is about to call this on a store of its database, or on a transaction that writes the store:
 * the call is never made.
 */
export async function stopBefore(
  page: Page,
  storeName: string,
  call: 'put' | 'delete' | 'commit',
): Promise<StoppingTab> {
  const tab = await stoppingTab(page);
  await page.evaluate(
    ({ wanted, stopped }) => {
      const stopIf = (isReached: boolean) => void (isReached && window.standStill?.());
      const { put, delete: remove } = IDBObjectStore.prototype;
      const { commit } = IDBTransaction.prototype;
      if (stopped === 'put')
        IDBObjectStore.prototype.put = function stopFirst(...args) {
          stopIf(this.name === wanted);
          return put.apply(this, args);
        };
      if (stopped === 'delete')
        IDBObjectStore.prototype.delete = function stopFirst(key) {
          stopIf(this.name === wanted);
          return remove.call(this, key);
        };
      if (stopped === 'commit')
        IDBTransaction.prototype.commit = function stopFirst() {
          stopIf(this.mode === 'readwrite' && this.objectStoreNames.contains(wanted));
          commit.call(this);
        };
    },
    { wanted: storeName, stopped: call },
  );
  return tab;
}

/** A tab that stands still, as one that the system froze in the background. */
export interface FrozenTab {
  /** How often its script was found standing. */
  count(): number;
  thaw(): Promise<void>;
}

/** Lets no script of the tab run, from its next timer or event on, until it thaws. */
export async function freezeTab(page: Page): Promise<FrozenTab> {
  const session = await page.context().newCDPSession(page);
  let count = 0;
  await session.send('Debugger.enable');
  const paused = new Promise<void>((resolve) =>
    session.once('Debugger.paused', () => {
      count += 1;
      resolve();
    }),
  );
  await session.send('Debugger.pause');
  page.evaluate('0').catch(() => undefined);
  await paused;
  return {
    count: () => count,
    thaw: async () => {
      await session.send('Debugger.resume');
      await session.send('Debugger.disable');
      await session.detach();
    },
  };
}
