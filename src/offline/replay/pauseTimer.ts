import type { PassJournal } from '../storage/passJournal';
import { NO_PAUSE, type ServerPause } from '../storage/queueRecords';
import { timeLeft } from './backoff';

/** This tab's copy of the pause that the server asked for (`Retry-After`, invariant 35). All tabs share it on disk. */
export interface PauseTimer {
  /** The remaining time of the pause, ms; 0 for none. */
  remainingMs(): number;
  /**
   * The pause that any tab was asked for; zeros for none, or when it is over. This tab knows its own even if the disk
   * could not store it. Never rejects.
   */
  current(): Promise<ServerPause>;
  /**
   * Extends the pause to the end of another one; zeros for none. Ignores one that ends earlier, and one that began in
   * the future: the clock was set back.
   */
  extendTo(other: ServerPause): void;
  /** Ends a pause that began before `moment`, ms since 1970. */
  endIfBegunBefore(moment: number): void;
}

export function createPauseTimer(now: () => number, journal: Pick<PassJournal, 'currentPause'>): PauseTimer {
  let pause = NO_PAUSE;
  const remainingOf = ({ until, since }: ServerPause) => timeLeft(until - since, since, now());
  const remainingMs = () => remainingOf(pause);
  return {
    remainingMs,
    async current() {
      const stored = await journal.currentPause(now()).catch(() => NO_PAUSE);
      const own = remainingMs() > 0 ? pause : NO_PAUSE;
      return own.until > stored.until ? own : stored;
    },
    extendTo(other) {
      if (remainingOf(other) > remainingMs()) pause = other;
    },
    endIfBegunBefore(moment) {
      if (pause.since < moment) pause = NO_PAUSE;
    },
  };
}
