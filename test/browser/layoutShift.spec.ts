import type { Page } from '@playwright/test';
import { messages } from '../../src/domain/messages';
import { expectLoaded } from '../spec/assertions';
import { prepareIds, screens } from '../tools/looks/screens';
import type { Signal } from './device/signal';
import { ADA, CLEO, NORTH } from './fixture/fixtures';
import { expect, test } from './fixture/fixtureTest';
import { colas } from './fixture/lineFixtures';
import { readyForNoSignal } from './rep/outbox';

/** A shift of less than this is not seen. */
const SHIFT_MAX = 0.01;
/** As long as the screens need to fetch anew what they show. */
const SETTLE_MS = 700;

declare global {
  interface Window {
    layoutShift: number;
  }
}

async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.layoutShift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        window.layoutShift += (entry as PerformanceEntry & { value: number }).value;
      }
    }).observe({ type: 'layout-shift' });
  });
}

const movedSince = (page: Page) => page.evaluate(() => window.layoutShift);
const watchAnew = (page: Page) => page.evaluate(() => (window.layoutShift = 0));

/** How far a screen moved while the signal went and came back; nothing for one that stood still. */
async function shiftOf(page: Page, signal: Signal, path: string): Promise<Record<string, number>> {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await expectLoaded(page);
  await page.waitForTimeout(SETTLE_MS);
  await watchAnew(page);
  await signal.lose();
  await expect(page.getByText(/^Offline[.:]/)).toBeVisible();
  await page.waitForTimeout(SETTLE_MS);
  await signal.regain();
  await expect(page.getByText(/^Offline[.:]/)).toHaveCount(0);
  await page.waitForTimeout(SETTLE_MS);
  const moved = await movedSince(page);
  return moved > SHIFT_MAX ? { [path]: moved } : {};
}

const PEOPLE = [
  { who: 'rep', account: ADA },
  { who: 'admin', account: CLEO },
] as const;
for (const { who, account } of PEOPLE) {
  test(`nothing moves on any screen of the ${who} when the signal goes and comes back @full`, async ({
    ada,
    backend,
    page,
    signal,
  }) => {
    const ids = await prepareIds(backend.url, ADA, CLEO);
    await watchShifts(page);
    await ada.signIn(account);
    await readyForNoSignal(page);
    const shifts: Record<string, number> = {};
    for (const { as, url } of screens) {
      if (as === who) Object.assign(shifts, await shiftOf(page, signal, url(ids)));
    }
    expect(shifts).toEqual({});
  });
}

test('nothing moves when what was saved on the device is sent and its message goes', async ({ ada, page, signal }) => {
  await watchShifts(page);
  await ada.signIn(ADA);
  await readyForNoSignal(page);
  await signal.lose();
  await expect(page.getByText(/^Offline[.:]/)).toBeVisible();
  const saved = page.getByRole('alert').filter({ hasText: messages.savedLocally });
  await ada.fillDelivery(NORTH.name, 'Box 1', colas(2));
  await page.getByRole('button', { name: 'Submit box' }).click();
  await expect(saved).toBeVisible();
  await page.waitForTimeout(SETTLE_MS);
  await watchAnew(page);
  await signal.regain();
  await expect(page.getByText(/^Synced/)).toBeVisible();
  await expect(saved).toHaveCount(0);
  await page.waitForTimeout(SETTLE_MS);
  expect(await movedSince(page)).toBeLessThanOrEqual(SHIFT_MAX);
});
