import { paths } from '../../src/paths';
import { CLEO } from './fixture/fixtures';
import { expect, test } from './fixture/fixtureTest';
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

test('nothing moves on any screen when the signal goes and comes back @weekly', async ({ ada, page, signal }) => {
  await page.addInitScript(() => {
    window.layoutShift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        window.layoutShift += (entry as PerformanceEntry & { value: number }).value;
      }
    }).observe({ type: 'layout-shift' });
  });
  await ada.signIn(CLEO);
  await readyForNoSignal(page);
  const shifts: Record<string, number> = {};
  for (const path of SCREENS) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    await page.waitForTimeout(SETTLE_MS);
    await page.evaluate(() => (window.layoutShift = 0));
    await signal.lose();
    await expect(page.getByText(/^Offline[.:]/)).toBeVisible();
    await page.waitForTimeout(SETTLE_MS);
    await signal.regain();
    await expect(page.getByText(/^Offline[.:]/)).toHaveCount(0);
    await page.waitForTimeout(SETTLE_MS);
    const moved = await page.evaluate(() => window.layoutShift);
    if (moved > SHIFT_MAX) shifts[path] = moved;
  }
  expect(shifts).toEqual({});
});
