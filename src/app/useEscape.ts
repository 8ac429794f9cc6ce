import { type RefObject, useEffect } from 'react';

/** Escape closes what is open, and the focus goes back to what opened it. `close` must keep its identity. */
export function useEscape(open: boolean, close: () => void, openedBy: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (!open) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      close();
      openedBy.current?.focus();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [open, close, openedBy]);
}
