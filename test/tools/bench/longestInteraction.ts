import type { Page } from '@playwright/test';

/** Frames that follow a press, and the report of their times, have come by then. */
export const REPORT_MS = 400;

declare global {
  interface Window {
    /** The longest interaction since it was last set to 0, ms. */
    longestInteraction?: number;
  }
}

/** Runs in the page before the app: reports every interaction that takes longer than a frame. */
export function watchInteractions(): void {
  window.longestInteraction = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const isInteraction = 'interactionId' in entry && Number(entry.interactionId) > 0;
      if (isInteraction) window.longestInteraction = Math.max(window.longestInteraction ?? 0, entry.duration);
    }
    // The types of the browser's interface do not know the threshold yet.
  }).observe(Object.assign({ type: 'event', buffered: true }, { durationThreshold: 16 }));
}

/** The longest interaction of what is done on a page with `watchInteractions`, from the event to the next frame, ms. */
export async function longestInteraction(page: Page, act: () => Promise<unknown>): Promise<number> {
  await page.waitForTimeout(REPORT_MS);
  await page.evaluate(() => Object.assign(window, { longestInteraction: 0 }));
  await act();
  await page.waitForTimeout(REPORT_MS);
  return page.evaluate(() => window.longestInteraction ?? 0);
}
