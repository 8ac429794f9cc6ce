// @vitest-environment node
import { ActionCreators, instrument, type LiftedState } from '@redux-devtools/instrument';
import { legacy_createStore, type Reducer, type UnknownAction } from '@reduxjs/toolkit';
import { expect, test } from 'vitest';
import { toDevTools } from '../../../src/recording/core/devtools';
import { digestOf } from '../../../src/recording/core/digest';
import { actionsOf } from '../../../src/recording/core/replayState';
import { appReducer } from '../../../src/recording/app/appReducer';
import { recordingIn } from '../../support/recording/replayRecording';

const recording = recordingIn('test/unit/recording/fixtures/dayOffline.json');
const [last] = recording.runs.slice(-1).map(actionsOf);

type Lifted = LiftedState<unknown, UnknownAction, unknown>;

/** What Redux DevTools makes of a file it imports: its Import reads two texts of JSON and hands them to its store. */
function imported(file: string): Lifted {
  const { payload, preloadedState } = JSON.parse(file) as Record<'payload' | 'preloadedState', string>;
  const store = legacy_createStore(appReducer() as Reducer<unknown, UnknownAction>, instrument());
  store.liftedStore.dispatch(ActionCreators.importState(JSON.parse(payload), JSON.parse(preloadedState)));
  return store.liftedStore.getState();
}

test('Redux DevTools imports the last run action by action and computes the recorded states', () => {
  const { actionsById, stagedActionIds, computedStates } = imported(toDevTools(recording, appReducer()));
  // Its own first action stands before those of the run.
  const ids = stagedActionIds.slice(1);
  expect(ids.map((id) => actionsById[id]?.action.type)).toEqual(last?.map(({ action }) => action.type));
  const states = computedStates.slice(1).map(({ state }) => digestOf(JSON.parse(JSON.stringify(state))));
  expect(states).toEqual(last?.map(({ digest }) => digest));
});
