import type { PassJournal } from '../storage/passJournal';
import { NO_PAUSE, type ServerPause } from '../storage/queueRecords';
import { isDue, timeLeft } from './backoff';

/** This tab's copy of the pause that the server asked for (`Retry-After`, invariant 35). All tabs share that on disk. */
export interface PauseTimer {
  /** The remaining time of the pause, ms; 0 for none. */
  remainingMs(): number;
  /**
   * The pause that any tab was asked for; zeros for none, or when it is over. This tab knows its own even if the disk
   * could not store it. Never rejects.
   */
  current(): Promise<ServerPause>;
  /**
   * Extends the pause to `until`, ms since 1970 (0 for no pause). Ignores an earlier end, and one that is further away
   * than any pause: the clock was set back.
   */
  extendTo(until: number): void;
  /** Ends a pause that began before `moment`, ms since 1970. */
  endIfBegunBefore(moment: number): void;
}

export function createPauseTimer(now: () => number, journal: Pick<PassJournal, 'currentPause'>): PauseTimer {
  let pause = { ms: 0, since: 0 };
  const remainingMs = () => timeLeft(pause.ms, pause.since, now());
  return {
    remainingMs,
    async current() {
      const stored = await journal.currentPause(now()).catch(() => NO_PAUSE);
      const own = remainingMs() > 0 ? { until: pause.since + pause.ms, since: pause.since } : NO_PAUSE;
      return own.until > stored.until ? own : stored;
    },
    extendTo(until) {
      const ms = until - now();
      if (!isDue(until, now()) && ms > remainingMs()) pause = { ms, since: now() };
    },
    endIfBegunBefore(moment) {
      if (pause.since < moment) pause = { ms: 0, since: 0 };
    },
  };
}
