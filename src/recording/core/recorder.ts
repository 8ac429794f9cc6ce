import type { Middleware, Reducer, UnknownAction } from '@reduxjs/toolkit';
import type { ActionEvent, RecordedEvent } from './events';
import type { Intent } from './intents';
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
  /** Receives each redacted event; `before` is the state that the events before it build. */
  write: (event: RecordedEvent, before: unknown) => void;
  /** Called after a batch of events was given to `write`. */
  onBatchWritten: () => void;
  now: () => number;
  /** The route in the address bar. */
  currentRoute: () => string;
  /** Runs the work soon, outside of any dispatch. */
  defer: (work: () => void) => void;
  /** Whether an action is not recorded, because a library asks its own middleware with it, or it carries functions. */
  isNotRecorded: (action: UnknownAction) => boolean;
  /** Whether a timer of a library dispatched it. */
  isFromTimer: (action: UnknownAction) => boolean;
  /** Number of actions in this recording before this start of the app. */
  actionsBefore: number;
}

/** A raw event without its time. */
type NewEvent = Omit<RawEvent, 'at'> & { kind: RecordedEvent['kind'] };

export interface Recorder {
  eventRecorder: EventRecorder;
  /** The first middleware of the store: sees every action before any other does. */
  middleware: Middleware;
  /** Wraps `dispatch` for callers outside the store: the screens, the browser's events, the app's start. */
  wrapExternal<D extends (action: never) => unknown>(dispatch: D): D;
  /** Redacts and writes now all events so far. */
  settle(): void;
  /** Records nothing from now on. */
  stop(): void;
}

/** `meta.arg` of the first action of RTK Query's `initiate`. */
interface InitiatedArg {
  type: 'query' | 'mutation';
  endpointName: string;
  originalArgs?: unknown;
  [option: string]: unknown;
}

function isInitiatedArg(arg: unknown): arg is InitiatedArg {
  const type = typeof arg === 'object' && arg !== null && 'type' in arg ? arg.type : null;
  return type === 'query' || type === 'mutation';
}

/** The intent behind the first action of an `initiate`: `query` or `mutation` with endpoint, argument and options. */
function initiatedBy(action: object): Intent | null {
  const { arg } = (action as { meta?: { arg?: unknown } }).meta ?? {};
  if (!isInitiatedArg(arg)) return null;
  const { type, endpointName, originalArgs, queryCacheKey: _, ...options } = arg;
  return { name: type, args: [endpointName, originalArgs, options] };
}

/**
 * Records actions, calls and responses. During a dispatch an event is only pushed to a list; it is redacted, digested
 * and written later, in a batch.
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
  const mark: ExternalMark = { isExternal: false };

  function push(event: NewEvent): void {
    if (!isOn) return;
    pending.push({ ...event, at: now() });
    if (pending.length === 1) options.defer(settle);
  }

  /** Pushes an external event, with a note if it comes in the same tick as the external event before. */
  function pushExternal(event: NewEvent): void {
    push(isSameTick ? { ...event, sameTick: true } : event);
    if (isSameTick) return;
    isSameTick = true;
    queueMicrotask(() => {
      isSameTick = false;
    });
  }

  function recordIntent({ name, args }: Intent): void {
    recordNavigation();
    pushExternal({ kind: 'intent', name, args });
  }

  function recordNavigation(): void {
    const here = options.currentRoute();
    if (here === route) return;
    route = here;
    push({ kind: 'navigation', route });
  }

  function recordAction(action: UnknownAction): void {
    const isMarked = mark.isExternal;
    mark.isExternal = false;
    const intent = isMarked ? initiatedBy(action) : null;
    if (intent) recordIntent(intent);
    if (intent === null && (isMarked || options.isFromTimer(action))) {
      recordNavigation();
      pushExternal({ kind: 'action', action, external: true });
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
    response: (id, value) => pushExternal({ kind: 'response', id, value }),
    failed: (id, error) =>
      pushExternal({ kind: 'response', id, failed: error instanceof Error ? error.name : 'Error' }),
    message: (what, value) => pushExternal({ kind: 'message', what, value }),
    value: (what, value) => {
      push({ kind: 'value', what, value });
      return value;
    },
  };

  return {
    eventRecorder,
    middleware: () => (next) => (action) => {
      if (isOn && typeof action === 'object' && action !== null) {
        if (!options.isNotRecorded(action as UnknownAction)) recordAction(action as UnknownAction);
      }
      return next(action);
    },
    wrapExternal: (dispatch) => externalDispatch(dispatch, mark, recordIntent),
    settle,
    stop() {
      settle();
      isOn = false;
    },
  };
}
