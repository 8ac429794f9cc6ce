import type { Reducer, UnknownAction } from '@reduxjs/toolkit';
import type { Environment } from '../../state/store/makeStore';
import { makeStore } from '../../state/store/makeStore';
import type { AppStore } from '../../state/root/types';
import type { Recording } from '../core/recordingFile';
import { actionsOf, replayState, type Verdict } from '../core/replayState';
import { createStateReplica } from '../core/stateReplica';
import { type TimelineLine, timelineOf } from '../core/timeline';
import { appReducer } from './appReducer';

/** A recording to step through: a store that takes on the state after any of its actions, and the list of events. */
export interface Playback {
  /** For the app's screens. What they dispatch changes no state and sends nothing. */
  store: AppStore;
  /** Actions and intents, as text. */
  lines: TimelineLine[];
  /** Numbers of the first and the last action. */
  first: number;
  last: number;
  /** Whether this build's reducers give the recorded states. */
  verdict: Verdict;
  /** Sets the store to the state after an action, by its number. Returns the route at that moment. */
  show(action: number): string;
}

const never = () => new Promise<never>(() => undefined);

/** An environment without effects: requests, reads and writes of a screen in a playback never settle. */
function inertEnvironment(): Environment {
  return {
    transport: never,
    now: () => 0,
    newId: () => 'playback',
    random: () => 0,
    cacheStorage: { getItem: never, setItem: never, removeItem: never, keys: never },
    records: { transact: never },
    locks: {
      tabId: 'playback',
      holdEntry: never,
      stealEntry: never,
      beginActivity: never,
      activities: never,
      replayExclusively: never,
    },
    channel: { post: () => undefined, subscribe: () => () => undefined },
    schedule: () => () => undefined,
    askToPersist: () => undefined,
  };
}

const CHECKPOINT_EVERY = 100;

/** Returns the state after an action, by its number. Reduces from the nearest earlier checkpoint. */
function createStates(recording: Recording) {
  const reducer = appReducer();
  const actions = recording.runs.flatMap((run) =>
    actionsOf(run).map((event, at) => ({ event, run, starts: at === 0 })),
  );
  const checkpoints = new Map<number, unknown>();
  return (number: number): unknown => {
    const upTo = actions.findIndex(({ event }) => event.n === number);
    let from = upTo;
    while (from >= 0 && !checkpoints.has(from)) from -= 1;
    let state = checkpoints.get(from);
    for (let at = from + 1; at <= upTo; at += 1) {
      const one = actions[at];
      if (!one) break;
      if (one.starts) state = createStateReplica(reducer, 1, one.run.base).state();
      state = reducer(state, one.event.action);
      if (at % CHECKPOINT_EVERY === 0) checkpoints.set(at, state);
    }
    return state ?? createStateReplica(reducer, 1).state();
  };
}

export function createPlayback(recording: Recording): Playback {
  const lines = timelineOf(recording).filter(({ kind }) => kind === 'action' || kind === 'intent');
  const numbers = lines.filter(({ kind }) => kind === 'action').map(({ n }) => n);
  const stateAfter = createStates(recording);
  const first = numbers[0] ?? 0;
  let shown = stateAfter(first);
  const { store } = makeStore(inertEnvironment());
  // Only `show` changes the state.
  const frozen = (_: unknown, __: UnknownAction) => shown;
  store.replaceReducer(frozen as Reducer as Parameters<AppStore['replaceReducer']>[0]);
  return {
    store,
    lines,
    first,
    last: numbers.at(-1) ?? 0,
    verdict: replayState(recording, appReducer()),
    show(action) {
      shown = stateAfter(action);
      store.dispatch({ type: 'playback/shown' });
      return lines.findLast(({ n, kind }) => n <= action && kind === 'action')?.route ?? '';
    },
  };
}
