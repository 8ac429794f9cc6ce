/**
 * The locks that the tabs of one device share. Two implementations: `webLocks.ts`, and `inTabLocks.ts` for a browser
 * without Web Locks.
 */
export interface TabLocks {
  /** This tab's name: random, new at every start. */
  tabId: string;
  /**
   * Takes the lock of one entry for a try or a command of a person. Returns a function that releases it; `null` while
   * another tab has it.
   */
  holdEntry(id: string): Promise<(() => void) | null>;
  /**
   * Steals the lock of one entry from a suspended tab. A tab counts as suspended when this tab has taken over its pass,
   * or when it has had the lock for `LONGEST_LOCK_MS`. Returns a function that releases the lock; `null` when the other
   * tab does not count as suspended. That tab may wake up and continue, so the caller marks the entry as possibly sent
   * before it reads it.
   */
  stealEntry(id: string): Promise<(() => void) | null>;
  /**
   * Announces an activity to all tabs, by its name. Returns a function that ends it; `null` when it is announced
   * already.
   */
  beginActivity(activity: string): Promise<(() => void) | null>;
  /** The names of the activities in all tabs: passes, and entries on a first try that a person waits for. */
  activities(): Promise<ReadonlySet<string>>;
  /**
   * Runs the work as the device's only replaying tab. `wait`: waits for the tab that replays, or takes over once it has
   * sent no heartbeat for 30 s. Without `wait` it returns `null` while another tab replays.
   */
  replayExclusively<T>(wait: boolean, work: (lock: ReplayLock) => Promise<T>): Promise<T | null>;
}

/** The replay lock of the tab that holds it. */
export interface ReplayLock {
  /**
   * true: another tab has taken the lock, and the work must end at its next step. The work calls it at each step, which
   * shows other tabs that this one is not suspended.
   */
  isLost(): boolean;
}

/** The heartbeat of the replaying tab. */
export interface Heartbeat {
  send(): void;
  /** Calls back at every heartbeat of another tab. Returns a function that ends it. */
  subscribe(onHeartbeat: () => void): () => void;
}
