import type { Locator, Page } from '@playwright/test';
import { expect } from './specTest';

/** What can be told of a page by looking at it: colours, and messages in their place. */

type Rgb = [red: number, green: number, blue: number];

async function textColour(locator: Locator): Promise<Rgb> {
  const colour = await locator.evaluate((element) => getComputedStyle(element).color);
  return rgbOf(colour);
}

export function rgbOf(colour: string): Rgb {
  const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? []).map(Number);
  return [red, green, blue];
}

/** The colour words of spec §4 and §9. Brown is a dull orange; grey has no hue to speak of. */
export function colourWord(rgb: Rgb): string {
  const [red, green, blue] = rgb;
  const most = Math.max(...rgb);
  const spread = most - Math.min(...rgb);
  const saturation = most + Math.min(...rgb) === 0 ? 0 : spread / (255 - Math.abs(most + Math.min(...rgb) - 255));
  if (saturation < 0.25) return 'grey';
  if (most === green) return 'green';
  const hue = most === red ? (60 * (green - blue)) / spread : 240;
  if (hue < 15) return 'red';
  if (hue >= 35 && hue < 60) return 'amber';
  if (hue < 35) return saturation < 0.6 ? 'brown' : 'orange';
  return 'blue';
}

/** Looks again while the colour is another: what is drawn anew at that very moment has none. */
export async function expectColour(locator: Locator, word: string): Promise<void> {
  const shown = async () => colourWord(await textColour(locator));
  await expect.poll(shown, `the colour of "${await locator.innerText()}"`).toBe(word);
}

/** A message with these words and no others, said as an alert. */
export function alertSaying(page: Page | Locator, text: string): Locator {
  return page.getByRole('alert').filter({ hasText: new RegExp(`^${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`) });
}

/** An error of spec §8: these words, in red, in the main part of the page. */
export async function expectRedText(page: Page, text: string): Promise<void> {
  const message = alertSaying(page.getByRole('main'), text);
  await expect(message.first()).toBeVisible();
  await expectColour(message.first(), 'red');
}

/** What the spec calls an alert: over the page, whichever screen is shown, until it is dismissed. */
export async function expectAlert(page: Page, text: string): Promise<void> {
  const message = alertSaying(page, text);
  await expect(message).toBeVisible();
  await expect(page.getByRole('main').getByText(text, { exact: true })).toHaveCount(0);
}

/** Waits until nothing of the screen is loading. A chart begins to load when it is scrolled to. */
export async function expectLoaded(page: Page): Promise<void> {
  await expect(page.getByText(/^Loading(?:…| [a-z])/)).toHaveCount(0);
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
}

/** The columns of a table, in their order. */
export async function expectColumns(table: Locator, columns: readonly string[]): Promise<void> {
  await expect(table.getByRole('columnheader')).toHaveText([...columns]);
}

/** A value beside its term in a list of facts. */
export function fact(page: Page, term: string): Locator {
  return page.locator('dt', { hasText: new RegExp(`^${term}$`) }).locator('xpath=following-sibling::dd[1]');
}

/** The path and query the page is at. */
function addressOf(page: Page): string {
  const { pathname, search } = new URL(page.url());
  return pathname + search;
}

/** Waits until the page is at exactly this path and query. */
export async function expectAddress(page: Page, url: string): Promise<void> {
  await expect.poll(() => addressOf(page)).toBe(url);
}

/** Goes on to another route without loading the page again, as a link in the app does. */
export async function openInApp(page: Page, url: string): Promise<void> {
  // Before its first screen stands the app does not listen.
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.evaluate((to) => {
    const at = (history.state as { idx?: number } | null)?.idx ?? 0;
    history.pushState({ usr: null, key: String(Math.random()), idx: at + 1 }, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, url);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}
