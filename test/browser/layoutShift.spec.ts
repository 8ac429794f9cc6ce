import type { Page } from '@playwright/test';
import { messages } from '../../src/domain/messages';
import { paths } from '../../src/paths';
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

const SCREENS = [
  paths.dashboard(),
  paths.locations(),
  paths.boxes(),
  paths.deliveries(),
  paths.reports(),
  paths.newDelivery(),
  paths.startVisit(),
  paths.items(),
  paths.newItem(),
  paths.users(),
  paths.newUser(),
  paths.newLocation(),
  paths.outbox(),
];

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

test('nothing moves on any screen when the signal goes and comes back @weekly', async ({ ada, page, signal }) => {
  await watchShifts(page);
  await ada.signIn(CLEO);
  await readyForNoSignal(page);
  const shifts: Record<string, number> = {};
  for (const path of SCREENS) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    await page.waitForTimeout(SETTLE_MS);
    await watchAnew(page);
    await signal.lose();
    await expect(page.getByText(/^Offline[.:]/)).toBeVisible();
    await page.waitForTimeout(SETTLE_MS);
    await signal.regain();
    await expect(page.getByText(/^Offline[.:]/)).toHaveCount(0);
    await page.waitForTimeout(SETTLE_MS);
    const moved = await movedSince(page);
    if (moved > SHIFT_MAX) shifts[path] = moved;
  }
  expect(shifts).toEqual({});
});

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
