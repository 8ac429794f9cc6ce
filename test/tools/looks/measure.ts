import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { measureContrast } from '../../browser/contrast';

const CONTRAST_MIN = 4.5;
/** Of the texts in one of the two colours of running text. */
const BODY_CONTRAST_MIN = 7;
const PHONE_WIDTH_MAX = 700;
/** Sides of a target in CSS pixels: for a thumb, for a pointer, and of a link within a text. */
const TARGET_PHONE = 48;
const TARGET_DESK = 44;
const TARGET_INLINE = 44;
/** The share of its form's width that a field has which is as wide as the form, within two paddings. */
const WHOLE_LINE = 0.75;

/** What is wrong with the layout that stands there, one sentence each. Runs in the page. */
function layoutFaults(limits: { target: number; inline: number; wholeLine: number }): string[] {
  const faults = new Set<string>();
  const nameOf = (element: Element) => {
    const text =
      element.getAttribute('aria-label') || element.textContent?.trim() || element.getAttribute('name') || '';
    return `${element.tagName.toLowerCase()} "${text.replaceAll(/\s+/g, ' ').slice(0, 40)}"`;
  };
  const styleOf = (element: Element) => getComputedStyle(element);
  const isSeen = (element: Element) => {
    const { width, height } = element.getBoundingClientRect();
    if (width <= 1 || height <= 1 || !element.checkVisibility({ visibilityProperty: true })) return false;
    for (let at: Element | null = element; at; at = at.parentElement) {
      const box = at.getBoundingClientRect();
      if (styleOf(at).overflow !== 'visible' && (box.width <= 1 || box.height <= 1)) return false;
    }
    return true;
  };
  const scrollsSideways = (element: Element) => {
    for (let at = element.parentElement; at; at = at.parentElement) {
      if (['auto', 'scroll'].includes(styleOf(at).overflowX) && at.scrollWidth > at.clientWidth) return true;
    }
    return false;
  };
  /** Ends with "…", and the row or the link around it leads to the whole text. */
  const leadsOn = (element: Element) => {
    const { textOverflow, webkitLineClamp } = styleOf(element);
    const isShortened = textOverflow === 'ellipsis' || (webkitLineClamp !== 'none' && webkitLineClamp !== '');
    return isShortened && element.closest('a[href], tr:has([data-row-link]), li:has(a[href])') !== null;
  };
  /** Beyond what a shortened text shows: the "…" stands within the edge. */
  const isShortenedAway = (element: Element) => {
    for (let at = element.parentElement; at; at = at.parentElement) {
      if (styleOf(at).overflowX === 'hidden' && leadsOn(at)) return true;
    }
    return false;
  };
  const all = [...document.body.querySelectorAll('*')].filter(
    (element) => !element.closest('svg *') && isSeen(element),
  );

  const { scrollWidth } = document.documentElement;
  if (scrollWidth > innerWidth) faults.add(`the page is ${scrollWidth - innerWidth} px wider than the screen`);
  for (const element of all) {
    const { left, right } = element.getBoundingClientRect();
    if ((right > innerWidth + 1 || left < -1) && !scrollsSideways(element) && !isShortenedAway(element)) {
      faults.add(`beyond the edge: ${nameOf(element)}`);
    }
    const hasText = [...element.childNodes].some(
      (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
    );
    const { overflowX, overflowY } = styleOf(element);
    const isCutX = ['hidden', 'clip'].includes(overflowX) && element.scrollWidth > element.clientWidth + 1;
    const isCutY = ['hidden', 'clip'].includes(overflowY) && element.scrollHeight > element.clientHeight + 2;
    if (hasText && (isCutX || isCutY) && !leadsOn(element)) faults.add(`cut off: ${nameOf(element)}`);
    const isTyped = element instanceof HTMLInputElement && !['checkbox', 'radio'].includes(element.type);
    // A field that has the whole line cannot show more of a long text: the caret scrolls the rest into view.
    const line = element.closest('form')?.clientWidth ?? innerWidth;
    const hasWholeLine = element.clientWidth > line * limits.wholeLine;
    if (isTyped && !hasWholeLine && element.scrollWidth > element.clientWidth + 1)
      faults.add(`cut off: ${nameOf(element)}`);
  }

  for (const element of all.filter((one) => one.closest('header') && one.childElementCount === 0)) {
    if (!element.textContent?.trim()) continue;
    // The head of a card may begin under the bar of a form; no text may stay there.
    element.scrollIntoView({ block: 'center', behavior: 'instant' });
    const { left, right, top, height } = element.getBoundingClientRect();
    for (const x of [left + 2, right - 2]) {
      const hit = document.elementFromPoint(x, top + height / 2);
      if (hit && !element.contains(hit) && !hit.contains(element)) faults.add(`covered: ${nameOf(element)}`);
    }
  }

  const controls = all.filter((element) =>
    element.matches('a[href], button, input, select, textarea, summary, [role=option], [role=switch]'),
  );
  const isWithinText = (element: Element) => {
    if (!styleOf(element).display.startsWith('inline')) return false;
    const around = element.parentElement?.closest('p, li, dd, td, span, label') ?? element.parentElement;
    return (around?.textContent?.trim().length ?? 0) > (element.textContent?.trim().length ?? 0);
  };
  for (const element of controls) {
    if (element.matches(':disabled, [readonly], [tabindex="-1"]')) continue;
    element.scrollIntoView({ block: 'center', behavior: 'instant' });
    const labels = 'labels' in element ? [...((element as HTMLInputElement).labels ?? [])] : [];
    // What is pressed: the label around a tick box, the row that leads on as a whole.
    const row = element.matches('[data-row-link]') ? element.closest('tr') : null;
    const pressed = row ?? labels.find((label) => label.contains(element)) ?? element;
    const box = pressed.getBoundingClientRect();
    const side = isWithinText(element) ? limits.inline : limits.target;
    // A press may land beside what is drawn: on a label, or on a pseudo-element that reaches further.
    const reaches = (dx: number, dy: number) => {
      const x = box.left + box.width / 2 + dx;
      const y = box.top + box.height / 2 + dy;
      const hit = document.elementFromPoint(x, y);
      if (!hit) return x < 0 || y < 0 || x >= innerWidth || y >= innerHeight;
      return element.contains(hit) || labels.some((label) => label.contains(hit));
    };
    const reach = side / 2 - 1;
    const isLow = box.height < side - 0.5 && !(reaches(0, -reach) && reaches(0, reach));
    const isNarrow = box.width < side - 0.5 && !(reaches(-reach, 0) && reaches(reach, 0));
    if (isLow || (isNarrow && side === limits.target)) {
      faults.add(`target of ${Math.round(box.width)}×${Math.round(box.height)} px: ${nameOf(element)}`);
    }
  }

  // At the end of the page nothing more can be scrolled out from below a bar.
  scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' });
  for (const element of controls) {
    const box = element.getBoundingClientRect();
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    const hit = y > innerHeight / 2 && y < innerHeight ? document.elementFromPoint(x, y) : null;
    if (!hit || element.contains(hit) || hit.contains(element)) continue;
    for (let at: Element | null = hit; at; at = at.parentElement) {
      if (at.contains(element)) break;
      if (['sticky', 'fixed'].includes(styleOf(at).position)) faults.add(`covered by a bar: ${nameOf(element)}`);
    }
  }
  scrollTo({ top: 0, behavior: 'instant' });
  return [...faults];
}

/** The colours of running text in the theme that is shown, as `measureContrast` writes them. Runs in the page. */
function bodyColours(): string[] {
  const probe = document.body.appendChild(document.createElement('span'));
  const colours = ['--text', '--text-quiet'].map((name) => {
    probe.style.color = `var(${name})`;
    return getComputedStyle(probe).color.replaceAll(',', '');
  });
  probe.remove();
  return colours;
}

/** Everything measurable that is wrong with the screen that stands there. */
export async function measureScreen(page: Page): Promise<string[]> {
  const { width = 0 } = page.viewportSize() ?? {};
  const target = width < PHONE_WIDTH_MAX ? TARGET_PHONE : TARGET_DESK;
  const layout = await page.evaluate(layoutFaults, { target, inline: TARGET_INLINE, wholeLine: WHOLE_LINE });
  const texts = await measureContrast(page.locator('body'));
  const body = await page.evaluate(bodyColours);
  const faint = texts.filter(({ ratio, colour }) => ratio < (body.includes(colour) ? BODY_CONTRAST_MIN : CONTRAST_MIN));
  const words = faint.map(({ text, ratio, colour, background }) => {
    return `contrast ${ratio.toFixed(2)} (${colour} on ${background}): "${text.slice(0, 40)}"`;
  });
  return [...layout, ...new Set(words)];
}

/** What axe finds. It takes as long as all else together, so one picture of a screen's state is enough. */
export async function axeFaults(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).disableRules(['color-contrast']).analyze();
  return violations.map(({ id, help, nodes }) => `axe ${id}: ${help} (${nodes[0]?.target.join(' ')})`);
}
