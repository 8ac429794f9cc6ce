import type { Page } from '@playwright/test';
import { calls } from '../../../src/contract/calls';
import { API_BASE_PATH } from '../../../src/domain/constants';
import { faults } from '../../browser/proxy/faults';
import type { Match } from '../../browser/proxy/seenRequests';
import { type Device, waitUntilReadyOffline } from './devices';
import type { State } from './screens';

/** Longer than the app waits before it shows a skeleton, and than a notice takes to come. */
const SETTLE_MS = 700;
/** A screen that is still busy after this is shown as it is. */
const BUSY_MAX_MS = 8_000;
/** So many screens down the last chart stands. */
const CHART_SCREENS = 3;
const SCROLL_MS = 100;

/** The requests for data: not who is signed in, and not whether the server is there. */
const isRead: Match = ({ method, url }) => {
  const path = url.split('?')[0] ?? '';
  const isAboutSession = [calls.getMe.path, calls.getHealth.path].some((one) => path === API_BASE_PATH + one);
  return method === 'GET' && path.startsWith(`${API_BASE_PATH}/`) && !isAboutSession;
};

/** Makes the network of a device do what the state needs, before or after the device has its data. */
export async function enterState(state: State, { page, proxy, signal }: Device): Promise<void> {
  if (state === 'loading') proxy.hold(isRead);
  if (state === 'error') proxy.meet(isRead, faults.serverError);
  if (state !== 'offline') return;
  await waitUntilReadyOffline(page);
  await signal.lose();
}

/** Opens a URL in a state and waits until it stands still. */
export async function openScreen(page: Page, url: string, state: State): Promise<void> {
  await page.goto(url);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  if (state === 'offline') {
    // Chromium says of a new page that it is online, until the signal is lost again.
    await page.context().setOffline(false);
    await page.context().setOffline(true);
  }
  if (state !== 'loading') {
    const busy = page.locator('[aria-busy=true]');
    const deadline = Date.now() + BUSY_MAX_MS;
    while ((await busy.count()) > 0 && Date.now() < deadline) await page.waitForTimeout(100);
  }
  // Charts are drawn once they come into view.
  for (let at = 0; at < CHART_SCREENS; at += 1) {
    await page.mouse.wheel(0, 800);
    await page.waitForTimeout(SCROLL_MS);
  }
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  await page.waitForTimeout(SETTLE_MS);
}
