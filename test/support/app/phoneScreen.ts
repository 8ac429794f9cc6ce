import { onTestFinished } from 'vitest';

/** Gives the test the screen of a phone: every media query matches until the test ends. */
export function showOnPhone(): void {
  window.matchMedia = (media) => Object.assign(new EventTarget(), { matches: true, media }) as MediaQueryList;
  onTestFinished(() => void Reflect.deleteProperty(window, 'matchMedia'));
}
