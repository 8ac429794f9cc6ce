import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import { paths } from '../../../src/paths';
import { type Signal, signalOf } from '../../browser/device/signal';
import { type FaultProxy, startFaultProxy } from '../../browser/proxy/faultProxy';
import type { Account, RunningServer } from '../../browser/startServer';
import { callerOf } from '../../support/server/callerOf';

/** A device of its own, with a network of its own between it and the server. */
export interface Device {
  page: Page;
  proxy: FaultProxy;
  signal: Signal;
  close(): Promise<void>;
}

/** The demo account of a part: the first whose email begins with it. */
export function accountOf({ accounts }: RunningServer, part: 'rep' | 'admin'): Account {
  const account = accounts.find(({ email }) => email.startsWith(part));
  if (!account) throw new Error(`The demo has no ${part}`);
  return account;
}

/** Opens a device; with an account somebody is signed in on it. */
export async function openDevice(
  browser: Browser,
  server: RunningServer,
  account: Account | null,
  options: BrowserContextOptions = {},
): Promise<Device> {
  const proxy = await startFaultProxy(server.url);
  const context = await browser.newContext({ ...options, baseURL: proxy.url });
  // The compiler of these commands names functions with a helper that the page has not.
  await context.addInitScript('globalThis.__name = (value) => value');
  const signal = await signalOf(context, proxy);
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  if (account) {
    const { cookie } = await callerOf(server.url, account);
    const [name = '', value = ''] = cookie.split('=');
    await context.addCookies([{ name, value, url: proxy.url }]);
  }
  const close = async () => {
    await context.close();
    await proxy.close();
  };
  return { page, proxy, signal, close };
}

/** Waits until the device has all that a day without a signal needs. */
export async function waitUntilReadyOffline(page: Page): Promise<void> {
  await page.goto(paths.dashboard());
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page
    .getByText(/Ready offline/)
    .first()
    .waitFor({ state: 'attached' });
}
