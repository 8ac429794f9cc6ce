import type { EntryToSend, QueueJournal } from '../storage/queueJournal';
import type { ReplayLead, TabLocks } from '../tabs/locks';

/** An entry whose lock this pass holds. */
export interface TakenEntry extends EntryToSend {
  /** Ends the lock. */
  release(): void;
}

/**
 * Overlaps network and disk: writes the result of entry n−1 and reads entry n+1 while n is being sent. The disk is
 * asked for one thing at a time, so that no request times out behind another.
 */
export interface Pipeline {
  /** Takes an entry's lock and reads it anew; `null` when it is gone, or another tab is sending it. */
  take(id: string): Promise<TakenEntry | null>;
  /** Takes the entry that is sent next ahead of its turn. */
  prefetch(id: string): void;
  /** Notes before an entry is sent that it may reach the server: once, and again for what was queued since. */
  beginSending(seq: number): Promise<void>;
  /** Writes the result of a try while the next one is under way. To be called when the one before has `settled`. */
  commitLater(commit: () => Promise<void>): void;
  /** Resolves when the last result is on disk and reported; rejects when it could not be written. */
  settled(): Promise<void>;
  /**
   * Lets go of what was taken ahead and ends the pass, with the time until which the server is left alone (0: it need
   * not be). Rejects when the last result could not be written.
   */
  end(restUntil: number): Promise<void>;
}

export interface PipelineOptions {
  journal: QueueJournal;
  locks: TabLocks;
  lead: ReplayLead;
  /** The name of the pass, whose lock it holds while it runs. */
  passId: string;
  now(): number;
}

export function createPipeline({ journal, locks, lead, passId, now }: PipelineOptions): Pipeline {
  let ahead: { id: string; taken: Promise<TakenEntry | null> } | null = null;
  let committed: Promise<void> = Promise.resolve();
  let last: Promise<unknown> = Promise.resolve();
  /** The last place in the order for which it is noted that entries may be sent. */
  let notedSeq = 0;

  function queued<T>(work: () => Promise<T>): Promise<T> {
    const done = last.then(work);
    // Whoever waits for it gets the failure; until then it is nobody's uncaught error.
    last = done.catch(() => undefined);
    return done;
  }

  async function takeNow(id: string): Promise<TakenEntry | null> {
    const release = await locks.holdEntry(id, lead.isStolen);
    if (!release) return null;
    try {
      const found = await queued(() => journal.read(id, null));
      // Left behind on its first try: once it is sent, no press of its form may change its bytes.
      if (found && !found.isMarked && found.entry.firstTry) await queued(() => journal.mark(id, {}));
      if (found) return { ...found, release };
    } catch (error) {
      release();
      throw error;
    }
    release();
    return null;
  }

  async function takeAhead(): Promise<TakenEntry | null> {
    const taken = await ahead?.taken;
    ahead = null;
    return taken ?? null;
  }

  async function letGoOfAhead(): Promise<void> {
    const left = await takeAhead().catch(() => null);
    left?.release();
  }

  return {
    async take(id) {
      if (ahead?.id !== id) {
        await letGoOfAhead();
        return takeNow(id);
      }
      const taken = await takeAhead();
      if (!taken || taken.entry.over === null) return taken;
      // The version it goes by may be in the result that is being written.
      const fresh = await queued(() => journal.read(id, null));
      if (fresh) return { ...fresh, release: taken.release };
      taken.release();
      return null;
    },
    prefetch(id) {
      const taken = takeNow(id);
      taken.catch(() => undefined);
      ahead = { id, taken };
    },
    async beginSending(seq) {
      if (seq > notedSeq) notedSeq = await queued(() => journal.beginPass(passId));
    },
    commitLater(commit) {
      committed = queued(commit);
      committed.catch(() => undefined);
    },
    settled: () => committed,
    async end(restUntil) {
      await letGoOfAhead();
      await committed;
      // A robbed tab leaves the note to the tab that took over.
      if (notedSeq > 0 && !lead.isLost()) await queued(() => journal.endPass(restUntil, now()));
      notedSeq = 0;
    },
  };
}
