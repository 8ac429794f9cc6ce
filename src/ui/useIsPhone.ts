import { useCallback, useSyncExternalStore } from 'react';

/** The breakpoint for phones, the same as in the style sheets. */
const PHONE_MAX_PX = 599;

/** Whether the window is at most so many px wide. False where the browser can't say. */
export function useIsAtMost(widthPx: number): boolean {
  const query = `(max-width: ${widthPx}px)`;
  const watch = useCallback(
    (onChange: () => void) => {
      const list = window.matchMedia?.(query);
      list?.addEventListener('change', onChange);
      return () => list?.removeEventListener('change', onChange);
    },
    [query],
  );
  return useSyncExternalStore(watch, () => window.matchMedia?.(query).matches ?? false);
}

/** Whether the window is as narrow as a phone. False where the browser can't say. */
export const useIsPhone = () => useIsAtMost(PHONE_MAX_PX);
