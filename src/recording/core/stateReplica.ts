import type { Reducer, UnknownAction } from '@reduxjs/toolkit';
import { changesBetween } from './changes';
import { digestOf } from './digest';
import type { Json } from './json';

/** What a recording says of the state after an action. */
export interface StateDigest {
  digest: string;
  changes: Json[][];
}

/** The state that redacted actions build, beside the app's own: a redacted file replays to its digests. */
export interface StateReplica {
  /** Takes an action in. Gives the footprint when one is due, else `null`. */
  apply(action: UnknownAction): StateDigest | null;
  state(): unknown;
}

/** `digestEvery`: how many actions there are from one digest to the next. `base`: the state to begin with. */
export function createStateReplica(reducer: Reducer, digestEvery: number, base?: unknown): StateReplica {
  let state: unknown = base === undefined ? reducer(undefined, { type: 'recording/begun' }) : base;
  /** What the file tells: nothing yet of a state that the app begins with. */
  let reported = base;
  let since = 0;
  return {
    apply(action) {
      try {
        state = reducer(state, action);
      } catch (error) {
        // A reducer that can't take a redacted action leaves its mark, and the state as it was.
        return { digest: 'threw', changes: [['threw', error instanceof Error ? error.message : 'something']] };
      }
      since += 1;
      if (since < digestEvery) return null;
      since = 0;
      const changes = changesBetween(reported, state);
      reported = state;
      return { digest: digestOf(state), changes };
    },
    state: () => state,
  };
}
