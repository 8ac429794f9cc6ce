import type { Reducer, UnknownAction } from '@reduxjs/toolkit';
import { changesBetween } from './changes';
import { digestOf } from './digest';
import type { Json } from './json';

/** The state after an action, as a recording holds it. */
export interface StateDigest {
  digest: string;
  changes: Json[][];
}

/**
 * A second state, built from the redacted actions. It differs from the app's state. A replay of the file builds the
 * same one, so digests can be compared.
 */
export interface StateReplica {
  /** Reduces an action. Returns the digest when one is due, else `null`. */
  apply(action: UnknownAction): StateDigest | null;
  state(): unknown;
}

/** `digestEvery`: number of actions from one digest to the next. `base`: the first state, else the reducer's own. */
export function createStateReplica(reducer: Reducer, digestEvery: number, base?: unknown): StateReplica {
  let state: unknown = base === undefined ? reducer(undefined, { type: 'recording/begun' }) : base;
  /** The state at the last digest; `undefined` at the app's start. */
  let stateAtDigest = base;
  let actionsSinceDigest = 0;
  return {
    apply(action) {
      try {
        state = reducer(state, action);
      } catch (error) {
        // A reducer that throws on a redacted action leaves the state as it was; the digest says so.
        return { digest: 'threw', changes: [['threw', error instanceof Error ? error.message : 'something']] };
      }
      actionsSinceDigest += 1;
      if (actionsSinceDigest < digestEvery) return null;
      actionsSinceDigest = 0;
      const changes = changesBetween(stateAtDigest, state);
      stateAtDigest = state;
      return { digest: digestOf(state), changes };
    },
    state: () => state,
  };
}
