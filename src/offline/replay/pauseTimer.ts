import type { PassJournal } from '../storage/passJournal';
import { NO_PAUSE, pauseFrom, type ServerPause } from '../storage/queueRecords';
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
   * Replaces the pause by one that ends later. `NO_PAUSE` changes nothing. If the clock was set back since the other
   * one began, that one lasts as long from now.
   */
  extendTo(other: ServerPause): void;
  /** Ends a pause that began before `moment`, ms since 1970. */
  endIfBegunBefore(moment: number): void;
}

export function createPauseTimer(now: () => number, journal: Pick<PassJournal, 'currentPause'>): PauseTimer {
  let pause = NO_PAUSE;
  const remainingMs = () => timeLeft(pause.until - pause.since, pause.since, now());
  return {
    remainingMs,
    async current() {
      const stored = await journal.currentPause(now()).catch(() => NO_PAUSE);
      return remainingMs() > 0 && pause.until > stored.until ? pause : stored;
    },
    extendTo({ until, since }) {
      const other = pauseFrom(Math.min(since, now()), until - since);
      if (other.until - now() > remainingMs()) pause = other;
    },
    endIfBegunBefore(moment) {
      if (pause.since < moment) pause = NO_PAUSE;
    },
  };
}
