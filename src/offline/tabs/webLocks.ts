import type { ReplayLead, Heartbeat, TabLocks } from './locks';

const ENTRY_LOCK_PREFIX = 'field-sales-entry-';
const ACTIVITY_LOCK_PREFIX = 'field-sales-activity-';
/** The name that earlier builds use, so that a tab of theirs and one of ours do not replay at once. */
const REPLAY_LOCK = 'field-sales-drain';

const SIGN_EVERY_MS = 5_000;
/** So many looks in a row without a sign: 30 s of a tab that is awake itself. */
const SILENT_LOOKS = 6;

export interface WebLocksOptions {
  manager: LockManager;
  tabId: string;
  signs: Heartbeat;
  /** Runs the work again and again; gives what stops it. */
  every(ms: number, work: () => void): () => void;
}

/** Tabs agree through the browser's Web Locks: a lock ends with its tab, whatever ended the tab. */
export function createWebLocks({ manager, tabId, signs, every }: WebLocksOptions): TabLocks {
  /** Holds a lock until what it gives is called; `null` while another has it. */
  function hold(name: string, steal: boolean): Promise<(() => void) | null> {
    return new Promise((resolve, reject) => {
      const granted = (lock: Lock | null) => {
        if (lock) return new Promise<void>((release) => resolve(() => release()));
        resolve(null);
        return undefined;
      };
      // A lock that is stolen later rejects as well, when this promise is settled already.
      manager.request(name, steal ? { steal } : { ifAvailable: true }, granted).catch(reject);
    });
  }

  /** The tab from which this one took the replay lock, as the browser names it. */
  let robbed: string | undefined;

  /** The browser's name of the tab that holds a lock; `undefined` for none. */
  async function holderOf(name: string): Promise<string | undefined> {
    const { held = [] } = await manager.query();
    return held.find((lock) => lock.name === name)?.clientId;
  }

  /** Takes the lock of an entry; from the robbed tab also while that has it, never from one that is alive. */
  async function holdEntry(id: string, steal = false): Promise<(() => void) | null> {
    const name = ENTRY_LOCK_PREFIX + id;
    return hold(name, steal && robbed !== undefined && (await holderOf(name)) === robbed);
  }

  /** Runs the work under a lock that was granted, giving signs of life. */
  async function runAlive<T>(work: () => Promise<T>): Promise<T> {
    signs.give();
    const stop = every(SIGN_EVERY_MS, signs.give);
    try {
      return await work();
    } finally {
      stop();
    }
  }

  /** Calls back once the tab that replays has been silent for too long; gives what ends the watch. */
  function watchSilence(onSilent: () => void): () => void {
    let looks = 0;
    const unsubscribe = signs.subscribe(() => {
      looks = 0;
    });
    const stop = every(SIGN_EVERY_MS, () => {
      looks += 1;
      if (looks === SILENT_LOOKS) onSilent();
    });
    return () => {
      unsubscribe();
      stop();
    };
  }

  /** Runs the work once the lock is granted; `null` when it is not available. */
  async function lead<T>(options: LockOptions, work: (lead: ReplayLead) => Promise<T>): Promise<T | null> {
    let isLost = false;
    let running = null as Promise<T> | null;
    const run = async (lock: Lock | null) => {
      if (!lock) return;
      running = runAlive(() => work({ isLost: () => isLost, isStolen: options.steal === true }));
      await running;
    };
    try {
      await manager.request(REPLAY_LOCK, options, run);
    } catch (error) {
      // Stolen: the work goes on to its next step, and what it did until then counts.
      isLost = true;
      if (running === null) throw error;
    }
    return running;
  }

  return {
    tabId,
    holdEntry,
    beginActivity: (name) => hold(ACTIVITY_LOCK_PREFIX + name, false),
    async activities() {
      const { held = [] } = await manager.query();
      const names = held.map((lock) => lock.name ?? '').filter((name) => name.startsWith(ACTIVITY_LOCK_PREFIX));
      return new Set(names.map((name) => name.slice(ACTIVITY_LOCK_PREFIX.length)));
    },
    async replayExclusively(wait, work) {
      if (!wait) return lead({ ifAvailable: true }, work);
      const patience = new AbortController();
      const stopWatching = watchSilence(() => patience.abort());
      const begun: typeof work = (own) => {
        stopWatching();
        return work(own);
      };
      try {
        return await lead({ signal: patience.signal }, begun);
      } catch (error) {
        if (!patience.signal.aborted) throw error;
        robbed = await holderOf(REPLAY_LOCK);
        return lead({ steal: true }, begun);
      } finally {
        stopWatching();
      }
    },
  };
}
