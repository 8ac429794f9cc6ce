/** As a `ref`: focuses the element when it appears, for content that replaces the button that was pressed. */
export const focusOnMount = (element: HTMLElement | null): void => element?.focus();

/**
 * As a `ref`, on a screen that was just opened: focuses the element, and scrolls it into view, after the page was
 * scrolled to its top.
 */
export const focusAfterScroll = (element: HTMLElement | null): void => {
  if (element) requestAnimationFrame(() => element.focus());
};
