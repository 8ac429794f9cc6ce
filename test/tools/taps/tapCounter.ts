import type { Locator, Page } from '@playwright/test';

/** What a walk cost the person who made it. */
export interface Cost {
  taps: number;
  scrolls: number;
  /** Moments in which the next control was not there within 400 ms. */
  waits: number;
  /** Controls that something else covered when they were needed. */
  covered: string[];
}

const WAIT_MS = 400;

/** How a control stands on the screen: in sight, beyond its edge, or under something else. */
async function standing(control: Locator): Promise<'inSight' | 'beyond' | 'covered'> {
  return control.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    if (top < 0 || top + height > innerHeight || left < 0 || left + width > innerWidth) return 'beyond';
    const hit = document.elementFromPoint(x, y);
    return hit && (element.contains(hit) || hit.contains(element)) ? 'inSight' : 'covered';
  });
}

/** Taps the controls of a page as a person does, and counts what that costs. */
export function createTapCounter(page: Page) {
  const cost: Cost = { taps: 0, scrolls: 0, waits: 0, covered: [] };
  const tap = async (control: Locator, name: string) => {
    const before = Date.now();
    await control.waitFor({ state: 'visible' });
    if (Date.now() - before > WAIT_MS) cost.waits += 1;
    const enabled = control.and(page.locator(':enabled, a'));
    await enabled.waitFor();
    if ((await standing(control)) !== 'inSight') {
      cost.scrolls += 1;
      await control.evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }));
      if ((await standing(control)) !== 'inSight') cost.covered.push(name);
    }
    cost.taps += 1;
    await control.tap();
  };
  return { tap, cost };
}
