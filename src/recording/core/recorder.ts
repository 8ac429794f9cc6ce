import type { Middleware, Reducer, UnknownAction } from '@reduxjs/toolkit';
import type { ActionEvent, RecordedEvent } from './events';
import { initiatedBy, type Intent } from './intents';
import { type ExternalMark, externalDispatch } from './externalDispatch';
import type { Redact } from './redaction';
import { redactEvent, type RawEvent } from './rawEvents';
import { createStateReplica } from './stateReplica';
import type { EventRecorder } from './eventRecorder';

export interface RecorderOptions {
  /** The app's root reducer. */
  reducer: Reducer;
  digestEvery: number;
  redact: Redact;
  /** Where redacted events go; `before` is what the events before it have built. */
  write: (event: RecordedEvent, before: unknown) => void;
  /** Called when a batch has been handed to `keep`. */
  onBatchWritten: () => void;
  now: () => number;
  /** The route in the address bar. */
  currentRoute: () => string;
  /** Runs the work soon, outside of any dispatch. */
  defer: (work: () => void) => void;
  /** Actions that are no event: a library asking its own middleware, or carrying functions. */
  isNoEvent: (action: UnknownAction) => boolean;
  /** Actions that a library's own timers bring about. */
  isFromTimer: (action: UnknownAction) => boolean;
  /** Actions of this recording before this start of the app. */
  actionsBefore: number;
}

/** As it happened, but for the time. */
type NewEvent = Omit<RawEvent, 'at'> & { kind: RecordedEvent['kind'] };

export interface Recorder {
  eventRecorder: EventRecorder;
  /** The first middleware of the store: sees every action before any other does. */
  middleware: Middleware;
  /** Dispatches for those outside the store: the screens, the browser's events, the app's start. */
  outside<D extends (action: never) => unknown>(dispatch: D): D;
  /** Redacts and keeps now what has happened so far. */
  settle(): void;
  /** Nothing is noted from now on. */
  stop(): void;
}

/**
 * Keeps what happens. On the way of a dispatch stands nothing but a push into a list; redaction, the digest of the
 * state and the storage come later, off that way.
 */
export function createRecorder(options: RecorderOptions): Recorder {
  const { redact, now } = options;
  const replica = createStateReplica(options.reducer, options.digestEvery);
  let pending: RawEvent[] = [];
  let isOn = true;
  let isSameTick = false;
  let calls = 0;
  let actions = options.actionsBefore;
  let route = options.currentRoute();
  const mark: ExternalMark = { is: null };

  function push(event: NewEvent): void {
    if (!isOn) return;
    pending.push({ ...event, at: now() });
    if (pending.length === 1) options.defer(settle);
  }

  /** Something from outside; `joined` when it comes in one go with the one before. */
  function pushOutside(event: NewEvent): void {
    push(isSameTick ? { ...event, joined: true } : event);
    if (isSameTick) return;
    isSameTick = true;
    queueMicrotask(() => {
      isSameTick = false;
    });
  }

  function recordIntent({ name, args }: Intent): void {
    recordNavigation();
    pushOutside({ kind: 'intent', name, args });
  }

  function recordNavigation(): void {
    const here = options.currentRoute();
    if (here === route) return;
    route = here;
    push({ kind: 'place', route });
  }

  function recordAction(action: UnknownAction): void {
    const from = mark.is;
    mark.is = null;
    const intent = from ? initiatedBy(action) : null;
    if (intent) recordIntent(intent);
    const isOutside = intent === null && (from !== null || options.isFromTimer(action));
    if (isOutside) {
      recordNavigation();
      pushOutside({ kind: 'action', action, outside: true });
    } else push({ kind: 'action', action });
  }

  function settle(): void {
    const batch = pending;
    pending = [];
    for (const raw of batch) {
      const event = redactEvent(raw, redact);
      const before = replica.state();
      options.write(event.kind === 'action' ? withDigest(event) : event, before);
    }
    if (batch.length > 0) options.onBatchWritten();
  }

  function withDigest(event: ActionEvent): ActionEvent {
    actions += 1;
    return { ...event, n: actions, ...replica.apply(event.action) };
  }

  const eventRecorder: EventRecorder = {
    call(what, detail) {
      calls += 1;
      push({ kind: 'call', id: calls, what, with: detail });
      return calls;
    },
    response: (id, value) => pushOutside({ kind: 'came', id, value }),
    failed: (id, error) => pushOutside({ kind: 'came', id, failed: error instanceof Error ? error.name : 'Error' }),
    message: (what, value) => pushOutside({ kind: 'heard', what, value }),
    value: (what, value) => {
      push({ kind: 'drew', what, value });
      return value;
    },
  };

  return {
    eventRecorder,
    middleware: () => (next) => (action) => {
      if (isOn && typeof action === 'object' && action !== null) {
        if (!options.isNoEvent(action as UnknownAction)) recordAction(action as UnknownAction);
      }
      return next(action);
    },
    outside: (dispatch) => externalDispatch(dispatch, mark, recordIntent),
    settle,
    stop() {
      settle();
      isOn = false;
    },
  };
}
