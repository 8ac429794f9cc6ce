/** As a `ref`: what has just come takes the focus, where what was pressed for it is gone or was only the way to it. */
export const focusOnMount = (element: HTMLElement | null): void => element?.focus();

/** As a `ref`, on a screen that was just opened: takes the focus, and so comes into view, after the page was put to its top. */
export const focusAfterScroll = (element: HTMLElement | null): void => {
  if (element) requestAnimationFrame(() => element.focus());
};
