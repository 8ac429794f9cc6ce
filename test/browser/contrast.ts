import type { Locator } from '@playwright/test';
import { expect } from './appTest';

/** One piece of text as Chromium renders it. */
export interface TextContrast {
  text: string;
  /** Contrast of WCAG 2: 1 to 21. */
  ratio: number;
  /** Both as rgb(), after everything half transparent has been laid over what is behind it. */
  colour: string;
  background: string;
}

/** Runs in the page. Backgrounds are those of the element and its ancestors; pictures and gradients do not count. */
function measure(elements: Element[]): TextContrast[] {
  const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  /** A computed colour in whatever notation, as red, green, blue (0 to 255) and alpha (0 to 1). */
  const parse = (css: string): number[] => {
    if (!canvas) throw new Error('This browser draws no canvas');
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = css;
    canvas.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0, alpha = 0] = canvas.getImageData(0, 0, 1, 1).data;
    return [red, green, blue, alpha / 255];
  };
  const over = ([red = 0, green = 0, blue = 0, alpha = 1]: number[], opacity: number, below: number[]): number[] =>
    [red, green, blue].map((value, at) => value * alpha * opacity + (below[at] ?? 0) * (1 - alpha * opacity));
  const asRgb = (rgb: number[]) => `rgb(${rgb.map(Math.round).join(' ')})`;
  const luminance = (rgb: number[]): number => {
    const [red = 0, green = 0, blue = 0] = rgb.map((value) => {
      const share = value / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const contrastOf = (element: Element, text: string): TextContrast => {
    const chain: Element[] = [];
    for (let at: Element | null = element; at; at = at.parentElement) chain.unshift(at);
    let background = [255, 255, 255];
    let opacity = 1;
    for (const one of chain) {
      const style = getComputedStyle(one);
      opacity *= Number(style.opacity);
      background = over(parse(style.backgroundColor), opacity, background);
    }
    const colour = over(parse(getComputedStyle(element).color), opacity, background);
    const [light = 0, dark = 0] = [luminance(colour), luminance(background)].sort((a, b) => b - a);
    const ratio = (light + 0.05) / (dark + 0.05);
    return { text, ratio, colour: asRgb(colour), background: asRgb(background) };
  };
  /** Text for screen readers stands in a box of one pixel, or has no size or no opacity. */
  const isSeen = (element: Element, root: Element): boolean => {
    if (getComputedStyle(element).fontSize === '0px' || getComputedStyle(element).opacity === '0') return false;
    for (let at: Element | null = element; at; at = at === root ? null : at.parentElement) {
      if (at.getBoundingClientRect().width <= 1) return false;
    }
    return element.checkVisibility({ visibilityProperty: true });
  };
  const textsIn = (root: Element): TextContrast[] => {
    const found: TextContrast[] = [];
    const nodes = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
      const text = node.textContent?.trim();
      const holder = node.parentElement;
      if (text && holder && isSeen(holder, root)) found.push(contrastOf(holder, text));
    }
    // An icon alone is drawn in the colour of the text.
    const icon = found.length === 0 && isSeen(root, root) ? root.querySelector('svg') : null;
    return icon ? [contrastOf(icon, root.getAttribute('aria-label') ?? '')] : found;
  };
  return elements.flatMap(textsIn);
}

/** The contrast of each text within these elements, as it is rendered right now; of an icon where there is no text. */
export function measureContrast(elements: Locator): Promise<TextContrast[]> {
  return elements.evaluateAll(measure);
}

/** Fails with each text within these elements whose contrast is lower, in words: the text, the ratio, both colours. */
export async function expectContrast(elements: Locator, atLeast: number): Promise<TextContrast[]> {
  const measured = await measureContrast(elements);
  const tooFaint = measured
    .filter(({ ratio }) => ratio < atLeast)
    .map(({ text, ratio, colour, background }) => `${text}: ${ratio.toFixed(2)} (${colour} on ${background})`);
  expect(tooFaint, `text of a contrast below ${atLeast}`).toEqual([]);
  return measured;
}
