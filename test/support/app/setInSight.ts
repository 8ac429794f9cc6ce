import { vi } from 'vitest';

/** Hides the tab, or shows it again. `vi.restoreAllMocks()` ends it. */
export function setInSight(inSight: boolean): void {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(inSight ? 'visible' : 'hidden');
  document.dispatchEvent(new Event('visibilitychange'));
}
