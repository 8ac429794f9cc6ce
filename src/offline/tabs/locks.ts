/** What the tabs of one device agree on. Two implementations: `webLocks.ts`, and `inTabLocks.ts` without Web Locks. */
export interface TabLocks {
  /** This tab's name: random, new at every start. */
  tabId: string;
  /**
   * Takes the lock of one entry for a try or a person's choice; gives what ends it, `null` while another has it.
   * `steal`: takes it from the tab that stands still, too, for a pass that took over from that one.
   */
  holdEntry(id: string, steal?: boolean): Promise<(() => void) | null>;
  /** Tells all tabs that something is under way, by its name; gives what ends it, `null` where it is already. */
  beginActivity(activity: string): Promise<(() => void) | null>;
  /** What is under way in this tab and others: passes, and entries that a person waits for on their first try. */
  activities(): Promise<ReadonlySet<string>>;
  /**
   * Runs the work as the device's only replaying tab. `wait`: behind the one that is at it, or in its place once that
   * one has given no sign of life for 30 s; without it `null` while another is at it.
   */
  replayExclusively<T>(wait: boolean, work: (lead: ReplayLead) => Promise<T>): Promise<T | null>;
}

/** What a replaying tab knows of its lock. */
export interface ReplayLead {
  /** Another tab has taken the lock meanwhile: the work ends at its next step. */
  isLost(): boolean;
  /** Taken from a tab that stood still, whose entry locks may be stolen too. */
  isStolen: boolean;
}

/** How the replaying tab tells the others that it is alive. */
export interface Heartbeat {
  give(): void;
  /** Calls back at every sign of another tab; gives what ends it. */
  subscribe(onSign: () => void): () => void;
}
