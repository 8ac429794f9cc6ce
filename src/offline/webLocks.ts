import type { TabLocks } from './locks';

const TAB_LOCK_PREFIX = 'field-sales-tab-';
const DRAIN_LOCK = 'field-sales-drain';

/** Tabs agree through the browser's Web Locks: a lock ends with its tab, whatever ended the tab. */
export function createWebLocks(manager: LockManager, tabId: string): TabLocks {
  let held: Promise<void> | null = null;

  return {
    tabId,
    holdTabLock() {
      held ??= new Promise<void>((granted, failed) => {
        const untilTheTabEnds = () => {
          granted();
          return new Promise<never>(() => {});
        };
        manager.request(TAB_LOCK_PREFIX + tabId, untilTheTabEnds).catch((error: unknown) => {
          held = null;
          failed(error);
        });
      });
      return held;
    },
    async liveTabs() {
      const { held: locks = [] } = await manager.query();
      const names = locks.map((lock) => lock.name ?? '').filter((name) => name.startsWith(TAB_LOCK_PREFIX));
      return new Set(names.map((name) => name.slice(TAB_LOCK_PREFIX.length)));
    },
    drainExclusively: (work) =>
      manager.request(DRAIN_LOCK, { ifAvailable: true }, (lock) => (lock ? work() : Promise.resolve(null))),
  };
}
