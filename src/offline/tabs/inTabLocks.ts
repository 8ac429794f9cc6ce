import type { TabLocks } from './locks';

/**
 * Locks within one tab, for a browser without Web Locks. Two tabs may then send the same entry at the same time; the
 * `Idempotency-Key` makes it one effect.
 */
export function createInTabLocks(tabId: string): TabLocks {
  const entries = new Set<string>();
  const activities = new Set<string>();
  let last: Promise<unknown> = Promise.resolve();
  let replaying = 0;
  return {
    tabId,
    async holdEntry(id) {
      if (entries.has(id)) return null;
      entries.add(id);
      return () => void entries.delete(id);
    },
    async beginActivity(name) {
      activities.add(name);
      return () => void activities.delete(name);
    },
    activities: async () => new Set(activities),
    async replayExclusively(wait, work) {
      if (replaying > 0 && !wait) return null;
      replaying += 1;
      const done = last
        .then(() => work({ isLost: () => false, isStolen: false }))
        .finally(() => {
          replaying -= 1;
        });
      last = done.catch(() => undefined);
      return done;
    },
  };
}
