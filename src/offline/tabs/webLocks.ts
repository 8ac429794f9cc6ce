import { HEARTBEAT_MS, MAX_MISSED_HEARTBEATS } from '../replay/timing';
import type { ReplayLock, Heartbeat, TabLocks } from './locks';

const ENTRY_LOCK_PREFIX = 'field-sales-entry-';
const ACTIVITY_LOCK_PREFIX = 'field-sales-activity-';
/** The name that earlier builds use, so that a tab of an earlier build and one of this build do not replay at once. */
const REPLAY_LOCK = 'field-sales-drain';

export interface WebLocksOptions {
  manager: LockManager;
  tabId: string;
  heartbeat: Heartbeat;
  /** Runs the work repeatedly. Returns a function that stops it. */
  every(ms: number, work: () => void): () => void;
}

/** Locks with the browser's Web Locks API. A lock ends with its tab, however the tab ended. */
export function createWebLocks({ manager, tabId, heartbeat: signs, every }: WebLocksOptions): TabLocks {
  /** Takes a lock. Returns a function that releases it; `null` while another tab has it. */
  function hold(name: string, steal: boolean): Promise<(() => void) | null> {
    return new Promise((resolve, reject) => {
      const granted = (lock: Lock | null) => {
        if (lock) return new Promise<void>((release) => resolve(() => release()));
        resolve(null);
        return undefined;
      };
      // A lock that is stolen later rejects too, but this promise is settled by then.
      manager.request(name, steal ? { steal } : { ifAvailable: true }, granted).catch(reject);
    });
  }

  /** The client id of the tab from which this one stole the replay lock. */
  let stolenFrom: string | undefined;
  /** The names of the entry locks that it held then. */
  let robbed: readonly string[] = [];

  const heldLocks = async () => (await manager.query()).held ?? [];

  /** The client id of the tab that holds a lock; `undefined` for none. */
  async function holderOf(name: string): Promise<string | undefined> {
    return (await heldLocks()).find((lock) => lock.name === name)?.clientId;
  }

  /** The names of the entry locks that the robbed tab holds. */
  async function locksOfRobbed(): Promise<string[]> {
    const own = (await heldLocks()).filter(({ clientId }) => clientId === stolenFrom);
    return own.map(({ name = '' }) => name).filter((name) => name.startsWith(ENTRY_LOCK_PREFIX));
  }

  /** Whether the robbed tab still holds one of its locks: a pass ended early, or did not concern that entry. */
  async function isRobbedHolding(): Promise<boolean> {
    if (robbed.length === 0) return false;
    const held = await locksOfRobbed();
    robbed = robbed.filter((name) => held.includes(name));
    return robbed.length > 0;
  }

  /** Takes the lock of an entry. With `steal` also from the suspended tab that holds it, never from an active one. */
  async function holdEntry(id: string, steal = false): Promise<(() => void) | null> {
    const name = ENTRY_LOCK_PREFIX + id;
    return hold(name, steal && stolenFrom !== undefined && (await holderOf(name)) === stolenFrom);
  }

  /** Runs the work under a granted lock and sends heartbeats. */
  async function withHeartbeats<T>(work: () => Promise<T>): Promise<T> {
    signs.send();
    const stop = every(HEARTBEAT_MS, signs.send);
    try {
      return await work();
    } finally {
      stop();
    }
  }

  /** Calls back once the replaying tab has sent no heartbeat for too long. Returns a function that ends the watch. */
  function watchSilence(onSilent: () => void): () => void {
    let missed = 0;
    const unsubscribe = signs.subscribe(() => {
      missed = 0;
    });
    const stop = every(HEARTBEAT_MS, () => {
      missed += 1;
      if (missed === MAX_MISSED_HEARTBEATS) onSilent();
    });
    return () => {
      unsubscribe();
      stop();
    };
  }

  /** Runs the work once the lock is granted; `null` when it is not available. */
  async function runAsLeader<T>(options: LockOptions, work: (lock: ReplayLock) => Promise<T>): Promise<T | null> {
    let isLost = false;
    let running = null as Promise<T> | null;
    const run = async (lock: Lock | null) => {
      if (!lock) return;
      running = withHeartbeats(async () => {
        const isStolen = options.steal === true || (await isRobbedHolding());
        return work({ isLost: () => isLost, isStolen });
      });
      await running;
    };
    try {
      await manager.request(REPLAY_LOCK, options, run);
    } catch (error) {
      // Stolen: the work continues until its next step, and its results so far count.
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
      if (!wait) return runAsLeader({ ifAvailable: true }, work);
      const waiting = new AbortController();
      const stopWatching = watchSilence(() => waiting.abort());
      const begun: typeof work = (own) => {
        stopWatching();
        return work(own);
      };
      try {
        return await runAsLeader({ signal: waiting.signal }, begun);
      } catch (error) {
        if (!waiting.signal.aborted) throw error;
        stolenFrom = await holderOf(REPLAY_LOCK);
        robbed = await locksOfRobbed();
        return runAsLeader({ steal: true }, begun);
      } finally {
        stopWatching();
      }
    },
  };
}
