import { timeLeft } from './backoff';

/** What this tab knows of the server's wish to be left alone (deviation T8). The disk has what all tabs know. */
export interface PauseTimer {
  /** What is left of it, ms. */
  remainingMs(): number;
  /** The server asked to be left alone until then, ms since 1970; 0: it did not. The longer wish counts. */
  extendTo(until: number): void;
  /** What the server asked for before that moment, ms since 1970, is over. */
  endIfBegunBefore(moment: number): void;
}

export function createPauseTimer(now: () => number): PauseTimer {
  let pause = { ms: 0, since: 0 };
  const remainingMs = () => timeLeft(pause.ms, pause.since, now());
  return {
    remainingMs,
    extendTo(until) {
      const ms = until - now();
      if (ms > remainingMs()) pause = { ms, since: now() };
    },
    endIfBegunBefore(moment) {
      if (pause.since < moment) pause = { ms: 0, since: 0 };
    },
  };
}
