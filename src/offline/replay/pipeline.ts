import type { QueueEnvironment } from '../environment';
import type { EntryToSend } from '../storage/queueJournal';
import { isReported } from '../storage/queueRecords';
import type { ReplayLock } from '../tabs/locks';

/** An entry whose lock this pass holds. */
export interface ClaimedEntry extends EntryToSend {
  /** Releases the lock. */
  release(): void;
}

/**
 * Overlaps network and disk: writes the result of entry n−1 and reads entry n+1 while n is being sent. Disk requests
 * run one at a time, so that none times out while it waits for another.
 */
export interface Pipeline {
  /** Takes an entry's lock and reads the entry again. Returns `null` when it is gone, or another tab is sending it. */
  claim(id: string): Promise<ClaimedEntry | null>;
  /** Takes and reads the next entry in advance. */
  prefetch(id: string): void;
  /**
   * Stores that entries up to `seq` may reach the server, before one is sent. Written once per pass, and again for
   * entries queued since.
   */
  beginSending(seq: number): Promise<void>;
  /** Writes the result of a try while the next one is under way. Call it after the previous one has `settled`. */
  commitLater(commit: () => Promise<void>): void;
  /** Resolves when the last result is on disk and reported; rejects when it could not be written. */
  settled(): Promise<void>;
  /**
   * Releases the prefetched entry and ends the pass. `pausedUntil`: the end of the pause that the server asked for, ms
   * since 1970; 0 for none. Rejects when the last result could not be written.
   */
  end(pausedUntil: number): Promise<void>;
}

export interface PipelineOptions extends Pick<QueueEnvironment, 'journal' | 'locks' | 'now'> {
  lock: ReplayLock;
  /** The name of the pass, whose lock it holds while it runs. */
  passId: string;
}

export function createPipeline({ journal, locks, lock, passId, now }: PipelineOptions): Pipeline {
  let prefetched: { id: string; claimed: Promise<ClaimedEntry | null> } | null = null;
  let committed: Promise<void> = Promise.resolve();
  let last: Promise<unknown> = Promise.resolve();
  /** The last position up to which the disk says that entries may be sent. */
  let storedOpenSeq = 0;

  function queued<T>(work: () => Promise<T>): Promise<T> {
    const done = last.then(work);
    // A caller that awaits it gets the failure. This catch prevents an unhandled rejection until then.
    last = done.catch(() => undefined);
    return done;
  }

  async function claimNow(id: string): Promise<ClaimedEntry | null> {
    const release = await locks.holdEntry(id, lock.isStolen);
    if (!release) return null;
    try {
      const found = await queued(() => journal.read(id, null));
      // An entry of an interrupted first try. Once it is sent, no submit of its form may change its bytes.
      if (found && !isReported(found)) await queued(() => journal.mark(id, {}));
      if (found) return { ...found, release };
    } catch (error) {
      release();
      throw error;
    }
    release();
    return null;
  }

  async function claimPrefetched(): Promise<ClaimedEntry | null> {
    const claimed = await prefetched?.claimed;
    prefetched = null;
    return claimed ?? null;
  }

  async function releasePrefetched(): Promise<void> {
    const left = await claimPrefetched().catch(() => null);
    left?.release();
  }

  return {
    async claim(id) {
      if (prefetched?.id !== id) {
        await releasePrefetched();
        return claimNow(id);
      }
      const claimed = await claimPrefetched();
      if (!claimed || claimed.entry.over === null) return claimed;
      // Its version may be in the result that is being written.
      const fresh = await queued(() => journal.read(id, null));
      if (fresh) return { ...fresh, release: claimed.release };
      claimed.release();
      return null;
    },
    prefetch(id) {
      const claimed = claimNow(id);
      claimed.catch(() => undefined);
      prefetched = { id, claimed: claimed };
    },
    async beginSending(seq) {
      if (seq > storedOpenSeq) storedOpenSeq = await queued(() => journal.beginPass(passId));
    },
    commitLater(commit) {
      committed = queued(commit);
      committed.catch(() => undefined);
    },
    settled: () => committed,
    async end(pausedUntil) {
      await releasePrefetched();
      await committed;
      // A tab that lost the lock leaves the record to the tab that took over.
      if (storedOpenSeq > 0 && !lock.isLost()) await queued(() => journal.endPass(pausedUntil, now()));
      storedOpenSeq = 0;
    },
  };
}
