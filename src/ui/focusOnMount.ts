import { useCallback, useRef } from 'react';

/** As a `ref`: focuses the element when it appears, for content that replaces the button that was pressed. */
export const focusOnMount = (element: HTMLElement | null): void => element?.focus();

/**
 * A `ref` for a screen that was just opened: focuses the first element that it gets, once, and scrolls it into view
 * after the page was scrolled to its top. A person who types already keeps the focus.
 */
export function useFocusOnce(): (element: HTMLElement | null) => void {
  const isDone = useRef(false);
  return useCallback((element) => {
    if (!element || isDone.current) return;
    isDone.current = true;
    requestAnimationFrame(() => {
      if (!document.activeElement?.matches('input, select, textarea')) element.focus();
    });
  }, []);
}
