import { HEARTBEAT_MS, LONGEST_LOCK_MS, MAX_MISSED_HEARTBEATS } from '../replay/timing';
import type { ReplayLock, Heartbeat, TabLocks } from './locks';

const ENTRY_LOCK_PREFIX = 'field-sales-entry-';
/** Each hold of an entry lock has a lock of its own, whose name never occurs again: `<prefix><entry> <tab> <count>`. */
const HOLD_LOCK_PREFIX = 'field-sales-hold-';
const ACTIVITY_LOCK_PREFIX = 'field-sales-activity-';
/** The name that earlier builds use, so that a tab of an earlier build and one of this build do not replay at once. */
const REPLAY_LOCK = 'field-sales-drain';

export interface WebLocksOptions {
  manager: LockManager;
  tabId: string;
  heartbeat: Heartbeat;
  /** The time since some moment, ms. It never jumps, unlike the clock of a device, which a person may set. */
  elapsedMs(): number;
  /** Runs the work repeatedly. Returns a function that stops it. */
  every(ms: number, work: () => void): () => void;
}

/** Locks with the browser's Web Locks API. A lock ends with its tab, however the tab ended. */
export function createWebLocks({ manager, tabId, heartbeat, elapsedMs, every }: WebLocksOptions): TabLocks {
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

  /** The holds of entry locks that this tab found, with the time of the first find (`elapsedMs`). */
  const foundHolds = new Map<string, number>();
  let holds = 0;

  const heldLocks = async () => (await manager.query()).held ?? [];

  /** Takes the lock of an entry, and the lock that tells this hold from every other one. */
  async function takeEntry(id: string, steal: boolean): Promise<(() => void) | null> {
    holds += 1;
    const [endHold, release] = await Promise.all([
      hold(`${HOLD_LOCK_PREFIX}${id} ${tabId} ${holds}`, false),
      hold(ENTRY_LOCK_PREFIX + id, steal),
    ]);
    const end = () => {
      release?.();
      endHold?.();
    };
    if (release) return end;
    end();
    return null;
  }

  /** Steals the lock of an entry if this tab has found the same hold of it for `LONGEST_LOCK_MS`. */
  async function stealEntry(id: string): Promise<(() => void) | null> {
    const held = await heldLocks();
    const clientId = held.find(({ name }) => name === ENTRY_LOCK_PREFIX + id)?.clientId;
    const isItsHold = (lock: LockInfo) =>
      lock.clientId === clientId && lock.name?.startsWith(`${HOLD_LOCK_PREFIX}${id} `);
    // A hold that was stolen lasts until its tab wakes up. A tab of an earlier build has no lock for its hold.
    const current = held.filter(isItsHold).at(-1)?.name ?? `${id} ${clientId}`;
    const since = foundHolds.get(current);
    if (since !== undefined) return since + LONGEST_LOCK_MS <= elapsedMs() ? takeEntry(id, true) : null;
    foundHolds.set(current, elapsedMs());
    return null;
  }

  /** Lets `stealEntry` steal every entry lock of the replaying tab: that tab is suspended. */
  async function expireLocksOfReplayingTab(): Promise<void> {
    const held = await heldLocks();
    const replayingTab = held.find(({ name }) => name === REPLAY_LOCK)?.clientId;
    for (const { name = '', clientId } of held) {
      const isItsHold = clientId === replayingTab && name.startsWith(HOLD_LOCK_PREFIX);
      if (isItsHold) foundHolds.set(name, Number.NEGATIVE_INFINITY);
    }
  }

  /**
   * Runs the work under a granted lock and sends heartbeats: by a timer, which a hidden page may run once a minute, and
   * at the steps of the work.
   */
  async function withHeartbeats<T>(work: (step: () => void) => Promise<T>): Promise<T> {
    let nextAt = 0;
    const send = () => {
      nextAt = elapsedMs() + HEARTBEAT_MS;
      heartbeat.send();
    };
    send();
    const stop = every(HEARTBEAT_MS, send);
    try {
      return await work(() => {
        if (elapsedMs() > nextAt) send();
      });
    } finally {
      stop();
    }
  }

  /** Calls back once the replaying tab has sent no heartbeat for too long. Returns a function that ends the watch. */
  function watchSilence(onSilent: () => void): () => void {
    let missed = 0;
    const unsubscribe = heartbeat.subscribe(() => {
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
  async function runAsReplayingTab<T>(options: LockOptions, work: (lock: ReplayLock) => Promise<T>): Promise<T | null> {
    let isLost = false;
    let running = null as Promise<T> | null;
    const run = async (lock: Lock | null) => {
      if (!lock) return;
      running = withHeartbeats((step) =>
        work({
          isLost: () => {
            step();
            return isLost;
          },
        }),
      );
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
    holdEntry: (id) => takeEntry(id, false),
    stealEntry,
    beginActivity: (name) => hold(ACTIVITY_LOCK_PREFIX + name, false),
    async activities() {
      const held = await heldLocks();
      const names = held.map((lock) => lock.name ?? '').filter((name) => name.startsWith(ACTIVITY_LOCK_PREFIX));
      return new Set(names.map((name) => name.slice(ACTIVITY_LOCK_PREFIX.length)));
    },
    async replayExclusively(wait, work) {
      if (!wait) return runAsReplayingTab({ ifAvailable: true }, work);
      const waiting = new AbortController();
      const stopWatching = watchSilence(() => waiting.abort());
      const begun: typeof work = (own) => {
        stopWatching();
        return work(own);
      };
      try {
        return await runAsReplayingTab({ signal: waiting.signal }, begun);
      } catch (error) {
        if (!waiting.signal.aborted) throw error;
        await expireLocksOfReplayingTab();
        return runAsReplayingTab({ steal: true }, begun);
      } finally {
        stopWatching();
      }
    },
  };
}
