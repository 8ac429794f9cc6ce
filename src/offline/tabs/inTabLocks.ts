import type { TabLocks } from './locks';

/** Adds names to a set, each once, as held locks. */
const holdIn = (names: Set<string>) => async (name: string) => {
  if (names.has(name)) return null;
  names.add(name);
  return () => void names.delete(name);
};

/**
 * Locks within one tab, for a browser without Web Locks. Two tabs may then send the same entry at the same time; the
 * `Idempotency-Key` makes it one effect.
 */
export function createInTabLocks(tabId: string): TabLocks {
  const activities = new Set<string>();
  let last: Promise<unknown> = Promise.resolve();
  let replaying = 0;
  return {
    tabId,
    holdEntry: holdIn(new Set()),
    stealEntry: async () => null,
    beginActivity: holdIn(activities),
    activities: async () => new Set(activities),
    async replayExclusively(wait, work) {
      if (replaying > 0 && !wait) return null;
      replaying += 1;
      const done = last
        .then(() => work({ isLost: () => false }))
        .finally(() => {
          replaying -= 1;
        });
      last = done.catch(() => undefined);
      return done;
    },
  };
}
