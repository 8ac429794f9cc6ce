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
  /** Takes the entry that is sent next ahead of its turn, and writes the result that is due; `null`: none is next. */
  prefetch(id: string | null): void;
  /** Notes before an entry is sent that it may reach the server: once, and again for what was queued since. */
  beginSending(seq: number): Promise<void>;
  /**
   * Has the result of a try written while the next one is under way: `commit` gets the entry that is read in the same
   * transaction. To be called when the one before has `settled`.
   */
  commitLater(commit: DueCommit): void;
  /** Writes the result of a try at once. To be called when the one before has `settled`. */
  commitNow(commit: () => Promise<void>): Promise<void>;
  /** Resolves when the last result is on disk and reported; rejects when it could not be written. */
  settled(): Promise<void>;
  /**
   * Lets go of what was taken ahead and ends the pass, with the time until which the server is left alone (0: it need
   * not be). Rejects when the last result could not be written.
   */
  end(restUntil: number): Promise<void>;
}

/** Writes a result and reads the entry of this id in one transaction; `null`: reads none. */
type DueCommit = (next: string | null) => Promise<EntryToSend | null>;

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
  let due: DueCommit | null = null;
  let last: Promise<unknown> = Promise.resolve();
  /** The last place in the order for which it is noted that entries may be sent. */
  let notedSeq = 0;

  function queued<T>(work: () => Promise<T>): Promise<T> {
    const done = last.then(work);
    // Whoever waits for it gets the failure; until then it is nobody's uncaught error.
    last = done.catch(() => undefined);
    return done;
  }

  function commitNow(commit: () => Promise<unknown>): Promise<void> {
    committed = queued(commit).then(() => undefined);
    committed.catch(() => undefined);
    return committed;
  }

  /** Writes the result that is due. */
  function commitDue(): void {
    const commit = due;
    due = null;
    if (commit) void commitNow(() => commit(null));
  }

  /** Reads an entry; the result that is due is written in the same transaction. */
  async function read(id: string): Promise<EntryToSend | null> {
    const commit = due;
    due = null;
    if (!commit) return queued(() => journal.read(id, null));
    let found = null as EntryToSend | null;
    await commitNow(async () => {
      found = await commit(id);
    });
    return found;
  }

  async function takeNow(id: string): Promise<TakenEntry | null> {
    const release = await locks.holdEntry(id, lead.isStolen);
    if (!release) {
      commitDue();
      return null;
    }
    try {
      const found = await read(id);
      // Left behind on its first try: this lock must not look like that of the try, or the entry is hidden meanwhile.
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

  function settled(): Promise<void> {
    commitDue();
    return committed;
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
      const fresh = await read(id);
      if (fresh) return { ...fresh, release: taken.release };
      taken.release();
      return null;
    },
    prefetch(id) {
      if (id === null) return commitDue();
      const taken = takeNow(id);
      taken.catch(() => undefined);
      ahead = { id, taken };
    },
    async beginSending(seq) {
      if (seq > notedSeq) notedSeq = await queued(() => journal.beginPass(passId));
    },
    commitLater(commit) {
      due = commit;
    },
    commitNow,
    settled,
    async end(restUntil) {
      await letGoOfAhead();
      await settled();
      // A robbed tab leaves the note to the tab that took over.
      if (notedSeq > 0 && !lead.isLost()) await queued(() => journal.endPass(restUntil, now()));
      notedSeq = 0;
    },
  };
}
