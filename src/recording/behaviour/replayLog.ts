import type { Middleware, UnknownAction } from '@reduxjs/toolkit';
import type { CallEvent, ResponseEvent, RecordedEvent } from '../core/events';
import type { Json } from '../core/json';

/** What the app does in a replay that the recording must have too. */
export type Output = { kind: 'action'; action: UnknownAction } | Pick<CallEvent, 'kind' | 'what' | 'with'>;

/** The recorded world, for a store to run in. */
export interface ReplayLog {
  /** The app asks for something; `onResponse` runs when the recording says that the world answered. */
  call(what: string, detail: unknown, onResponse: (event: ResponseEvent) => void): void;
  /** What the app wrote while the world answered, against what it wrote then. */
  wrote(event: ResponseEvent, recorded: Json, replayed: unknown): void;
  /** The next value that was values; `undefined` when none is left. */
  nextValue(what: string): Json | undefined;
  onMessage(what: string, listener: (value: Json) => void): void;
  /** The clock of the recording, ms since 1970. */
  now(): number;
  /** The first middleware of the replayed store. */
  middleware: Middleware;
}

/** What the driver does with the log. */
export interface ReplayLogControls {
  log: ReplayLog;
  /** While this runs, the first action is the recording's own, not the app's. */
  feed(work: () => void): void;
  deliverMessage(what: string, value: Json): void;
  setNow(at: number): void;
}

export interface ReplayLogOptions {
  events: readonly RecordedEvent[];
  onOutput: (output: Output, onResponse?: (event: ResponseEvent) => void) => void;
  onWrote: ReplayLog['wrote'];
  /** Actions that are no event, or come of a library's own timers: the recording says when. */
  isIgnored: (action: UnknownAction) => boolean;
}

export function createReplayLog({ events, onOutput, onWrote, isIgnored }: ReplayLogOptions): ReplayLogControls {
  const values = new Map<string, Json[]>();
  for (const event of events) {
    if (event.kind === 'drew') values.set(event.what, [...(values.get(event.what) ?? []), event.value]);
  }
  const listeners = new Map<string, ((value: Json) => void)[]>();
  let clock = 0;
  let isFed = false;

  return {
    log: {
      call: (what, detail, onResponse) => onOutput({ kind: 'call', what, with: detail as Json }, onResponse),
      wrote: onWrote,
      nextValue: (what) => values.get(what)?.shift(),
      onMessage: (what, listener) => listeners.set(what, [...(listeners.get(what) ?? []), listener]),
      now: () => clock,
      middleware: () => (next) => (action) => {
        const isAction = typeof action === 'object' && action !== null;
        if (isAction && !isIgnored(action as UnknownAction)) {
          if (!isFed) onOutput({ kind: 'action', action: action as UnknownAction });
          isFed = false;
        }
        return next(action);
      },
    },
    feed(work) {
      isFed = true;
      work();
      isFed = false;
    },
    deliverMessage(what, value) {
      for (const listener of listeners.get(what) ?? []) listener(value);
    },
    setNow(at) {
      clock = at;
    },
  };
}
