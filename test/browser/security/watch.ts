import type { Page } from '@playwright/test';
import { paths } from '../../../src/paths';
import { expectLoaded } from '../../spec/assertions';
import { expect } from '../../spec/specTest';

declare global {
  interface Window {
    reportViolation?: (text: string) => void;
  }
}

/** Lets a page tell what its content security policy has stopped; before its first navigation. */
export async function watchViolations(page: Page): Promise<string[]> {
  const violations: string[] = [];
  await page.exposeFunction('reportViolation', (text: string) => violations.push(text));
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) =>
      window.reportViolation?.(`${violatedDirective} ${blockedURI} ${sample}`),
    );
  });
  page.on('dialog', (dialog) => {
    violations.push(`a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  return violations;
}

/** Whether a payload has run. */
export const hasRun = (page: Page) => page.evaluate(() => 'ran' in window);

/** Elements and attributes that only a payload would have made. */
const MADE_BY_A_PAYLOAD =
  'body script:not([src]), iframe, object, embed, base, marquee, math, video, audio, [onerror], [onload], [onfocus], ' +
  '[onbegin], [ontoggle], [onmouseover], [href^="java"], [action^="java"], meta[http-equiv=refresh], link[href^="/x."]';

/** How many payloads stand on the screen, as text or in a field. */
export const payloadsIn = (page: Page) =>
  page.evaluate(() => {
    const fields = [...document.querySelectorAll<HTMLInputElement>('input, textarea')].map(({ value }) => value);
    return [document.body.textContent, ...fields].filter((text) => text.includes('ran=1')).length;
  });

/** Opens a screen, waits until it is whole, and finds nothing in it that a payload has made. */
export async function look(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectLoaded(page);
  await expect(page.locator(MADE_BY_A_PAYLOAD), url).toHaveCount(0);
  expect(await hasRun(page), url).toBe(false);
}

/** Passes over the charts, so that their tooltips show. */
export async function hoverCharts(page: Page): Promise<void> {
  await page.goto(paths.dashboard());
  const bars = page.locator('svg rect[focusable], svg g > rect, svg path[fill]');
  await expect(bars.first()).toBeVisible();
  for (const bar of (await bars.all()).slice(0, 12)) await bar.hover({ force: true, timeout: 2_000 }).catch(() => null);
}
