import type { Reducer } from '@reduxjs/toolkit';
import type { ActionEvent } from './events';
import { isObject, type Json, textOf } from './json';
import type { RecordedRun, Recording } from './recordingFile';
import { createStateReplica } from './stateReplica';

/** Where a replay first differs from the recording. */
export interface Difference {
  /** The number of the action, or of the last one before. */
  action: number;
  /** What differs, in words: the action's type, or what the app asked for. */
  what: string;
  /** Path inside it; empty for the whole. */
  path: string;
  /** `undefined` when there is nothing at the path. */
  recorded: Json | undefined;
  replayed: Json | undefined;
}

export type Verdict = { ok: true; actions: number } | { ok: false; actions: number; difference: Difference };

export const actionsOf = (run: RecordedRun): ActionEvent[] =>
  run.events.filter((event): event is ActionEvent => event.kind === 'action');

type DifferenceAt = Pick<Difference, 'path' | 'recorded' | 'replayed'>;

/** Narrows a difference of two objects to the first part of them that differs. */
function firstDifferenceIn({ path, recorded, replayed }: DifferenceAt): DifferenceAt {
  if (!isObject(recorded) || !isObject(replayed)) return { path, recorded, replayed };
  for (const key of new Set([...Object.keys(recorded), ...Object.keys(replayed)])) {
    const [ours, theirs] = [recorded[key], replayed[key]];
    if (JSON.stringify(ours) !== JSON.stringify(theirs))
      return firstDifferenceIn({ path: `${path}.${key}`, recorded: ours, replayed: theirs });
  }
  return { path, recorded, replayed };
}

/** The first path at which two lists of changes differ; both are in the order of their paths. */
function firstChangedPath(event: ActionEvent, replayed: Json[][]): Difference {
  const recorded = event.changes ?? [];
  const here = { action: event.n, what: event.action.type };
  for (let at = 0; at < Math.max(recorded.length, replayed.length); at += 1) {
    const [ours, theirs] = [recorded[at], replayed[at]];
    if (JSON.stringify(ours) === JSON.stringify(theirs)) continue;
    const [path = ''] = [ours, theirs].flatMap((change) => (change ? [textOf(change[0])] : [])).sort();
    const valueIn = (change: Json[] | undefined) => (change?.[0] === path ? change[1] : undefined);
    return { ...here, ...firstDifferenceIn({ path, recorded: valueIn(ours), replayed: valueIn(theirs) }) };
  }
  return { ...here, path: '', recorded: event.digest, replayed: undefined };
}

/** Runs all actions, up to number `until`, through the app's reducer and compares each digest. */
export function replayState(recording: Recording, reducer: Reducer, until = Number.POSITIVE_INFINITY): Verdict {
  let actions = 0;
  for (const run of recording.runs) {
    const replica = createStateReplica(reducer, recording.digestEvery, run.base);
    for (const event of actionsOf(run)) {
      if (event.n > until) return { ok: true, actions };
      actions += 1;
      const applied = replica.apply(event.action);
      if (applied && event.digest !== undefined && applied.digest !== event.digest) {
        return { ok: false, actions, difference: firstChangedPath(event, applied.changes) };
      }
    }
  }
  return { ok: true, actions };
}
