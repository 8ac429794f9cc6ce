const ENABLED = 'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled';

/** The enabled control that stands nearest behind `lost`, else nearest before it, in the smallest part that has one. */
function neighbourOf(lost: Element): HTMLElement | undefined {
  for (let part = lost.parentElement; part; part = part.parentElement) {
    const controls = [...part.querySelectorAll<HTMLElement>(ENABLED)];
    const isBehind = (one: Element) => lost.compareDocumentPosition(one) === Node.DOCUMENT_POSITION_FOLLOWING;
    const found = controls.find(isBehind) ?? controls.at(-1);
    if (found) return found;
  }
  return undefined;
}

/**
 * Moves the focus of a person who uses the keyboard when the focused control is removed (to the heading of the screen)
 * or disabled (to the next control). A control that was disabled while it was busy, or while its form was being sent,
 * gets the focus back.
 */
export function keepFocus(): void {
  const { body } = document;
  let isByKeyboard = false;
  let last: HTMLElement | null = null;
  const onKey = () => {
    isByKeyboard = true;
  };
  const onPointer = () => {
    isByKeyboard = false;
  };
  const onFocus = ({ target }: FocusEvent) => {
    last = target instanceof HTMLElement ? target : null;
  };
  const restore = () => {
    const { activeElement } = document;
    const isLost = activeElement === body || activeElement === last;
    if (!isByKeyboard || !last || !isLost) return;
    const isDisabled = last.matches(':disabled');
    const heading = body.querySelector<HTMLElement>('main h1') ?? body.querySelector('main');
    if (!last.isConnected) heading?.focus({ preventScroll: true });
    else if (!isDisabled) last.focus({ preventScroll: true });
    else if (last.ariaBusy !== 'true' && !last.matches('fieldset:disabled *'))
      neighbourOf(last)?.focus({ preventScroll: true });
  };
  window.addEventListener('keydown', onKey, true);
  window.addEventListener('pointerdown', onPointer, true);
  window.addEventListener('focusin', onFocus);
  new MutationObserver(restore).observe(body, { childList: true, subtree: true, attributeFilter: ['disabled'] });
}
