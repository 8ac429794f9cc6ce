import type { Middleware, UnknownAction } from '@reduxjs/toolkit';
import type { CallEvent, ResponseEvent, RecordedEvent } from '../core/events';
import type { Json } from '../core/json';

/** Something the app does in a replay. The recording must have the same. */
export type Output = { kind: 'action'; action: UnknownAction } | Pick<CallEvent, 'kind' | 'what' | 'with'>;

/** The recording as the replaying environment reads it. */
export interface ReplayLog {
  /** The app calls its environment; `onResponse` runs at the recorded response. */
  call(what: string, detail: unknown, onResponse: (event: ResponseEvent) => void): void;
  /** Compares the writes of a transaction with the recorded ones. */
  wrote(event: ResponseEvent, recorded: unknown, replayed: unknown): void;
  /** The next recorded id or random number; `undefined` when none is left. */
  nextValue(what: string): Json | undefined;
  onMessage(what: string, listener: (value: Json) => void): void;
  /** The clock of the recording, ms since 1970. */
  now(): number;
  /** The first middleware of the replayed store. */
  middleware: Middleware;
}

/** The log, and what drives it. */
export interface ReplayLogControls {
  log: ReplayLog;
  /** Runs `work`; the first action dispatched in it comes from the recording and is no output of the app. */
  feed(work: () => void): void;
  deliverMessage(what: string, value: Json): void;
  setNow(at: number): void;
}

export interface ReplayLogOptions {
  events: readonly RecordedEvent[];
  onOutput: (output: Output, onResponse?: (event: ResponseEvent) => void) => void;
  onWrote: ReplayLog['wrote'];
  /** Actions that are no event, or come from a timer of a library: the recording says when. */
  isIgnored: (action: UnknownAction) => boolean;
}

export function createReplayLog({ events, onOutput, onWrote, isIgnored }: ReplayLogOptions): ReplayLogControls {
  const values = new Map<string, Json[]>();
  for (const event of events) {
    if (event.kind === 'value') values.set(event.what, [...(values.get(event.what) ?? []), event.value]);
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
