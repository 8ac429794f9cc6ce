import type { Locator, Page } from '@playwright/test';
import { expect } from './specTest';

const TABS_AT_MOST = 90;

type Role = 'button' | 'link' | 'combobox' | 'textbox' | 'radio' | 'searchbox' | 'spinbutton' | 'switch';

/** Presses Tab until the focus is on what is looked for. */
export async function tabTo(page: Page, role: Role, name: string): Promise<void> {
  const wanted = page.getByRole(role, { name, exact: role !== 'radio' }).first();
  await tabToElement(page, wanted, `${role} "${name}"`);
}

export async function tabToElement(page: Page, wanted: Locator, name: string): Promise<void> {
  for (let pressed = 0; pressed < TABS_AT_MOST; pressed += 1) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`${TABS_AT_MOST} times Tab did not lead to ${name}`);
}

/** Whether it can be seen where the focus is. */
export function focusIsSeen(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const focused = document.activeElement;
    if (!focused) return false;
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(focused);
    return (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0) || boxShadow !== 'none';
  });
}

const NO_RING = ':focus, :focus-within { outline-color: transparent !important; box-shadow: none !important }';
/** How far around the focused element its ring is looked for, CSS pixels. */
const RING_REACH = 8;

/** The picture of what stands around the focused element. */
async function pictureOfFocus(page: Page): Promise<Buffer> {
  const box = await page.evaluate(() => {
    const focused = document.activeElement ?? document.body;
    // A radio's card is the label around it.
    const { left, top, right, bottom } = (focused.closest('label') ?? focused).getBoundingClientRect();
    return { left, top, right, bottom };
  });
  const { width = 0, height = 0 } = page.viewportSize() ?? {};
  const x = Math.max(0, box.left - RING_REACH);
  const y = Math.max(0, box.top - RING_REACH);
  const clip = {
    x,
    y,
    width: Math.min(width, box.right + RING_REACH) - x,
    height: Math.min(height, box.bottom + RING_REACH) - y,
  };
  expect(clip.width > 0 && clip.height > 0, 'the focused element is in the viewport').toBe(true);
  return page.screenshot({ clip, animations: 'disabled' });
}

/**
 * Expects that the focus is on a control, that no bar covers it, and that its ring is drawn: without it the picture
 * differs.
 */
export async function expectFocusRing(page: Page, step: string): Promise<void> {
  const found = await page.evaluate(() => {
    const focused = document.activeElement;
    if (!focused || focused === document.body) return 'the focus is on nothing';
    const box = focused.getBoundingClientRect();
    const hit = document.elementFromPoint(box.left + box.width / 2, box.top + Math.min(box.height / 2, 20));
    const label = focused.id === '' ? null : document.querySelector(`label[for="${CSS.escape(focused.id)}"]`);
    const isHit = hit !== null && [focused, label, focused.closest('label')].some((own) => own?.contains(hit));
    return isHit ? '' : `covered: ${focused.outerHTML.slice(0, 120)}`;
  });
  expect(found, step).toBe('');
  const withRing = await pictureOfFocus(page);
  await page.evaluate((css) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    document.adoptedStyleSheets.push(sheet);
  }, NO_RING);
  const withoutRing = await pictureOfFocus(page);
  await page.evaluate(() => void document.adoptedStyleSheets.pop());
  expect(withRing.equals(withoutRing), `${step}: the ring of the focus is not drawn`).toBe(false);
}

/** Expects that the focus is inside an element that can have it: a control, or the heading of the screen. */
export async function expectFocusKept(page: Page, step: string): Promise<void> {
  const where = () =>
    page.evaluate(
      () => (document.activeElement ?? document.body).closest('main, header, dialog')?.tagName ?? 'nothing',
    );
  await expect.poll(where, `${step}: where the focus is`).not.toBe('nothing');
}
