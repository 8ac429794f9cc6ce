import type { BrowserContext, Page } from '@playwright/test';

const SHIFT_KEY = 'test-clock-shift-ms';

/** Gives the pages of a context a clock that `setClockShift` can move; before the first page. */
export async function ownClock(context: BrowserContext): Promise<void> {
  await context.addInitScript((key) => {
    const RealDate = Date;
    const now = () => RealDate.now() + Number(localStorage.getItem(key) ?? 0);
    window.Date = new Proxy(RealDate, {
      construct: (target, args) => (args.length === 0 ? new target(now()) : Reflect.construct(target, args)),
      get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
    });
  }, SHIFT_KEY);
}

/** Moves the device's clock so far from the true time, at once and for the pages to come. */
export async function setClockShift(page: Page, ms: number): Promise<void> {
  await page.evaluate(({ key, shift }) => localStorage.setItem(key, String(shift)), { key: SHIFT_KEY, shift: ms });
}
