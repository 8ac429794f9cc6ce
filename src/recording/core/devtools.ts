import type { Reducer } from '@reduxjs/toolkit';
import type { Recording } from './recordingFile';
import { actionsOf } from './replayState';
import { createStateReplica } from './stateReplica';

/**
 * The last run in the form that Redux DevTools imports: an object of two JSON texts, the actions and the state they
 * begin with. Its "Import" makes a log of them, to travel through.
 */
export function toDevTools(recording: Recording, reducer: Reducer): string {
  const run = recording.runs.at(-1);
  const actions = run ? actionsOf(run).map(({ action }) => action) : [];
  const preloadedState = createStateReplica(reducer, recording.digestEvery, run?.base).state();
  return JSON.stringify({ payload: JSON.stringify(actions), preloadedState: JSON.stringify(preloadedState) });
}
