import { timeLeft } from './backoff';

/** What this tab knows of the server's wish to be left alone (deviation T8). The disk has what all tabs know. */
export interface BusyWait {
  /** What is left of it, ms. */
  left(): number;
  /** The server asked to be left alone until then, ms since 1970; 0: it did not. The longer wish counts. */
  lengthen(until: number): void;
  /** What the server asked for before that moment, ms since 1970, is over. */
  endBefore(moment: number): void;
}

export function createBusyWait(now: () => number): BusyWait {
  let wait = { ms: 0, since: 0 };
  const left = () => timeLeft(wait.ms, wait.since, now());
  return {
    left,
    lengthen(until) {
      const ms = until - now();
      if (ms > left()) wait = { ms, since: now() };
    },
    endBefore(moment) {
      if (wait.since < moment) wait = { ms: 0, since: 0 };
    },
  };
}
