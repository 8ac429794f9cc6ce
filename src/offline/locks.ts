/** What tabs of one device agree on. Two implementations: `webLocks.ts`, and `leaseLocks.ts` without Web Locks. */
export interface TabLocks {
  /** This tab's name: random, new at every start. */
  tabId: string;
  /** Tells the other tabs that this one lives, until it is gone. Resolves once that holds. */
  holdTabLock(): Promise<void>;
  /** The tabs that live right now. */
  liveTabs(): Promise<ReadonlySet<string>>;
  /** Runs the work as the device's only drainer; `null` when another is at it. */
  drainExclusively<T>(work: () => Promise<T>): Promise<T | null>;
}
