/** As a `ref`: what has just come takes the focus, where what was pressed for it is gone or was only the way to it. */
export const takeFocus = (element: HTMLElement | null): void => element?.focus();
