import type { QueueEnvironment } from '../environment';
import type { SentResult } from '../storage/completeEntries';
import type { EntryToSend } from '../storage/queueJournal';
import { isReported, type ServerPause } from '../storage/queueRecords';

/** An entry whose lock this pass holds. */
export interface ClaimedEntry extends EntryToSend {
  /** Releases the lock. */
  release(): void;
}

/** A recorded entry that is to be removed from the disk. */
interface Removal {
  claimed: ClaimedEntry;
  result: SentResult;
  /** Called once it is removed; not when it was gone already. */
  report: () => void;
}

/** How many recorded entries may wait for the disk. After a crash they are sent once more. */
const MAX_UNWRITTEN = 4;

/**
 * Overlaps network and disk: removes entry n−1 and reads entry n+1 while n is being sent. Disk requests run one at a
 * time, so that none times out while it waits for another. Entries that were recorded meanwhile are removed together.
 */
export interface Pipeline {
  /**
   * Takes an entry's lock and reads the entry again, after `beginSending`. Returns `null` when it is gone, or another
   * tab is sending it.
   */
  claim(id: string): Promise<ClaimedEntry | null>;
  /**
   * Called while a request is on its way: claims the next entry in advance (`null` for none), and then removes the
   * recorded ones. The read comes first, because the next request waits for it.
   */
  overlap(next: string | null): void;
  /**
   * Stores that entries up to `seq` may reach the server, before one is sent. Written once per pass, and again for
   * entries queued since.
   */
  beginSending(seq: number): Promise<void>;
  /**
   * Removes a recorded entry from the disk, at the next `overlap` or `settled`. Resolves when few enough wait for the
   * disk; rejects when an earlier result could not be written.
   */
  removeLater(removal: Removal): Promise<void>;
  /** Resolves when every removal is on disk and reported; rejects when a result could not be written. */
  settled(): Promise<void>;
  /** Writes the result of a failed try after everything before it. */
  write<T>(work: () => Promise<T>): Promise<T>;
  /**
   * Releases the prefetched entry and ends the pass, with the pause that the server asked for (zeros for none). Rejects
   * when a result could not be written.
   */
  end(pause: ServerPause): Promise<void>;
  /** Keeps the lock of an entry whose result could not be written. Nobody may take it for unsent during the pass. */
  keepLocked(claimed: ClaimedEntry): void;
  /** Releases the kept locks. Called when no lock marks the pass as running any more. */
  releaseKept(): void;
}

export interface PipelineOptions extends Pick<QueueEnvironment, 'journal' | 'locks' | 'now'> {
  /** The name of the pass, whose lock it holds while it runs. */
  passId: string;
  /** When a person pressed Sync now for the pass, ms since 1970; `null` for not at all. */
  syncRequestedAt: number | null;
  /** Only these entries; `null` for all. */
  only: ReadonlySet<string> | null;
}

export function createPipeline(options: PipelineOptions): Pipeline {
  const { journal, locks, passId, now } = options;
  // Single entries leave the pause of the others as it is.
  const syncRequestedAt = options.only === null ? options.syncRequestedAt : null;
  let prefetched: { id: string; claimed: Promise<ClaimedEntry | null> } | null = null;
  let removals: Removal[] = [];
  /** The last result on its way to the disk. Once rejected it stays so, and the pass ends. */
  let written: Promise<void> = Promise.resolve();
  let isRemoving = false;
  let hasFailed = false;
  const kept: ClaimedEntry[] = [];
  let last: Promise<unknown> = Promise.resolve();
  /** The last position up to which the disk says that entries may be sent. */
  let storedOpenSeq = 0;

  function queued<T>(work: () => Promise<T>): Promise<T> {
    const done = last.then(work);
    // A caller that awaits it gets the failure. This catch prevents an unhandled rejection until then.
    last = done.catch(() => undefined);
    return done;
  }

  function keepLocked(claimed: ClaimedEntry): void {
    kept.push(claimed);
  }

  /** Removes, in one transaction, the entries that were recorded by now. */
  async function removeTogether(): Promise<void> {
    const batch = removals;
    removals = [];
    try {
      const existed = new Set(await journal.complete(batch.map(({ result }) => result)));
      for (const { claimed, report } of batch) {
        claimed.release();
        if (existed.has(claimed.entry.id)) report();
      }
    } catch (error) {
      for (const { claimed } of batch) keepLocked(claimed);
      throw error;
    }
  }

  /** Starts to remove what was recorded, unless a removal is under way: that one goes on with the rest. */
  function flush(): void {
    if (isRemoving || removals.length === 0) return;
    isRemoving = true;
    written = written.then(() => queued(removeTogether));
    written.then(
      () => {
        isRemoving = false;
        flush();
      },
      () => {
        hasFailed = true;
      },
    );
  }

  /** Resolves when nothing is left to remove. */
  async function settled(): Promise<void> {
    do {
      flush();
      await written;
    } while (removals.length > 0);
  }

  async function claimNow(id: string): Promise<ClaimedEntry | null> {
    const held = await locks.holdEntry(id);
    const stolen = held ? null : await locks.stealEntry(id);
    const release = held ?? stolen;
    if (!release) {
      flush();
      return null;
    }
    let found: EntryToSend | null = null;
    try {
      const reading = queued(async () => {
        // The tab that lost the lock may wake up and commit a command. That commit finds the mark and changes nothing.
        if (stolen) await journal.markStolen(id);
        const read = await journal.read(id, null);
        if (!read || isReported(read)) return read;
        // The first try of this entry was interrupted. From now on a submit of its form must not change its content.
        await journal.mark(id, {});
        // During that write a delivery may have been saved, for which a submit waits.
        return journal.read(id, null);
      });
      flush();
      found = await reading;
      return found && { ...found, release };
    } finally {
      if (!found) release();
    }
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
      if (prefetched?.id === id) return claimPrefetched();
      await releasePrefetched();
      // The result with the version of this change may not be on disk yet.
      await settled();
      return claimNow(id);
    },
    overlap(next) {
      if (next === null) return flush();
      const claimed = claimNow(next);
      claimed.catch(() => undefined);
      prefetched = { id: next, claimed };
    },
    async beginSending(seq) {
      if (seq > storedOpenSeq) storedOpenSeq = await queued(() => journal.beginPass(passId, syncRequestedAt, now()));
    },
    async removeLater(removal) {
      removals.push(removal);
      if (hasFailed || removals.length > MAX_UNWRITTEN) await settled();
    },
    settled,
    async write(work) {
      await settled();
      const done = queued(work);
      written = done.then(() => undefined);
      written.catch(() => undefined);
      return done;
    },
    keepLocked,
    releaseKept: () => {
      for (const claimed of [...kept, ...removals.map((removal) => removal.claimed)]) claimed.release();
    },
    async end(pause) {
      await releasePrefetched();
      await settled();
      if (storedOpenSeq > 0) await queued(() => journal.endPass(passId, pause, now()));
      storedOpenSeq = 0;
    },
  };
}
