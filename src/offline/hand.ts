import type { QueueJournal } from './queueStore';
import type { QueueEntry } from './types';

/**
 * What a pass has in hand while a request is on the wire: the entry before it, whose end is being noted on disk, and
 * the one after it, taken already. So the wire does not wait for the disk. The disk is asked for one thing at a time:
 * what waits behind another would be given up while a slow disk is still at the first.
 */
export interface Hand {
  /** Takes an entry for its try; `null` when it is gone, or in another hand. */
  take(id: string): Promise<QueueEntry | null>;
  /** Takes the entry whose turn is next ahead of it. */
  reachFor(id: string): void;
  /** Has the end of a try noted while the next is under way. To be called when the one before is `noted`. */
  note(end: () => Promise<void>): void;
  /**
   * Resolves when what came of the last try is on disk and told, and the disk is at nothing else for this pass;
   * rejects when it could not be noted.
   */
  noted(): Promise<void>;
  /** Lets go of what was taken ahead and not tried, and rejects when the last end could not be noted. */
  empty(): Promise<void>;
}

/** What was taken this long ago is asked for again: a tab that slept may have lost its lease and the entry to another. */
const TAKEN_HOLDS_MS = 10_000;

export function createHand(journal: QueueJournal, tab: string, now: () => number): Hand {
  let ahead: { id: string; at: number; taken: Promise<QueueEntry | null> } | null = null;
  let ending: Promise<void> = Promise.resolve();
  let last: Promise<unknown> = Promise.resolve();

  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = last.then(work);
    // Whoever waits for it is told of a failure; until then it is nobody's uncaught error.
    last = done.catch(() => undefined);
    return done;
  }

  const claim = (id: string) => inTurn(() => journal.claim(id, tab));

  async function takeAhead(): Promise<QueueEntry | null> {
    if (!ahead) return null;
    const { id, at, taken } = ahead;
    ahead = null;
    const entry = await taken;
    return Math.abs(now() - at) < TAKEN_HOLDS_MS ? entry : claim(id);
  }

  async function letGoOfAhead(): Promise<void> {
    const left = await takeAhead();
    if (left) await inTurn(() => journal.mark(left.id, {}));
  }

  return {
    async take(id) {
      if (ahead?.id === id) return takeAhead();
      await letGoOfAhead();
      return claim(id);
    },
    reachFor(id) {
      ahead = { id, at: now(), taken: claim(id) };
    },
    note(end) {
      ending = inTurn(end);
    },
    async noted() {
      await last;
      await ending;
    },
    async empty() {
      // What can't be let go of now the next pass of this tab lets go of; how this one ended is told all the same.
      await letGoOfAhead().catch(() => undefined);
      await ending;
    },
  };
}
