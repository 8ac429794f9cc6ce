import { type RefObject, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { isSameScreen } from '../state/url/urlWithServerIds';

/**
 * Focuses the screen's heading, unless the screen has focused a part of its content; without a heading focuses `main`.
 */
function focusHeading(main: HTMLElement): void {
  const { activeElement } = document;
  if (activeElement !== main && main.contains(activeElement)) return;
  (main.querySelector('h1') ?? main).focus({ preventScroll: true });
}

/** Keeps the focus on the heading while the screen still renders its parts; the person's first key or press ends it. */
function focusHeadingUntilPersonActs(main: HTMLElement): () => void {
  const observer = new MutationObserver(() => focusHeading(main));
  const stop = () => {
    observer.disconnect();
    window.removeEventListener('keydown', stop, true);
    window.removeEventListener('pointerdown', stop, true);
  };
  focusHeading(main);
  observer.observe(main, { childList: true, subtree: true });
  window.addEventListener('keydown', stop, true);
  window.addEventListener('pointerdown', stop, true);
  return stop;
}

/**
 * Moves the focus to the new screen's heading after a navigation, so that a screen reader reads it. A new screen starts
 * at its top; Back restores the scroll position. The first screen leaves the focus alone.
 */
export function useFocusOnNavigation(mainRef: RefObject<HTMLElement | null>): void {
  const { pathname, state } = useLocation();
  const stays = isSameScreen(state);
  const isBack = useNavigationType() === 'POP';
  const shown = useRef(pathname);
  // A layout effect, so that the first frame of the screen is at its top.
  useLayoutEffect(() => {
    const main = mainRef.current;
    if (shown.current === pathname || !main) return;
    shown.current = pathname;
    if (stays) return;
    if (!isBack) document.documentElement.scrollTop = 0;
    return focusHeadingUntilPersonActs(main);
  }, [pathname, stays, isBack, mainRef]);
}
