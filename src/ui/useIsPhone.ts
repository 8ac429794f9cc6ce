import { useSyncExternalStore } from 'react';

/** The breakpoint for phones, the same as in the style sheets. */
const PHONE = '(max-width: 599px)';

function watch(onChange: () => void): () => void {
  const query = window.matchMedia?.(PHONE);
  query?.addEventListener('change', onChange);
  return () => query?.removeEventListener('change', onChange);
}

/** Whether the window is as narrow as a phone. False where the browser can't say. */
export function useIsPhone(): boolean {
  return useSyncExternalStore(watch, () => window.matchMedia?.(PHONE).matches ?? false);
}
