import '../../support/recording/productionMode';
import 'fake-indexeddb/auto';
import type { UnknownAction } from '@reduxjs/toolkit';
import { actionsOf } from '../../../src/recording/core/replayState';
import { type Environment, makeStore } from '../../../src/state/store/makeStore';
import { startRecording } from '../../../src/recording/app/startRecording';
import { recordingIn } from '../../support/recording/replayRecording';
import { aDevice } from '../../support/app/device';
import { percentile } from './samples';

/**
 * `npm run bench:recording`: what a running recording adds to the time of a dispatch, and what the app pays that has
 * none. The actions of a recorded day go through the app's own store again and again; with and without take turns in
 * the same run, so that whatever else the machine does hits both alike. Nothing here passes or fails.
 */

const DAY = 'test/unit/recording/fixtures/dayOnline.json';
const WARM_UP = 30;
const ROUNDS = 200;

/** They set off work on the disk or the network, which is no part of a dispatch. */
const SETS_OFF_WORK = /^(?:persist|offline|queue)\/|^connectivity\/|^session\/|executeMutation|invalidateTags/;

const day: UnknownAction[] = recordingIn(DAY)
  .runs.flatMap(actionsOf)
  .map(({ action }) => action)
  .filter(({ type }) => !SETS_OFF_WORK.test(type));

interface Subject {
  dispatch: (action: UnknownAction) => unknown;
  /** Does what was put off; without a recording nothing was. */
  settle: () => void;
}

/** A device with neither a network nor a disk: a dispatch and nothing else. */
function quiet(): Environment {
  const environment = aDevice('http://bench.test').environment();
  const never = () => new Promise<never>(() => undefined);
  return { ...environment, transport: never, channel: { post: () => undefined, subscribe: () => () => undefined } };
}

async function withoutRecording(): Promise<Subject> {
  const { store, ready } = makeStore(quiet());
  await ready;
  return { dispatch: store.dispatch, settle: () => undefined };
}

async function withRecording(): Promise<Subject> {
  const running = await startRecording({
    ...{ id: 'bench', title: '', salt: 'bench', includeTexts: false, build: 'bench', online: true },
    environment: quiet(),
    storage: {
      getItem: async () => null,
      setItem: async () => undefined,
      removeItem: async () => undefined,
      keys: async () => [],
    },
    currentRoute: () => '/locations',
    // Put off until the bench asks for it.
    defer: () => undefined,
    onFailure: (error) => {
      throw error;
    },
  });
  const { store, ready } = makeStore(running.environment);
  await ready;
  return { dispatch: running.recorder.wrapExternal(store.dispatch), settle: running.recorder.settle };
}

/** ms that the day's dispatches take. */
function liveDay({ dispatch }: Subject): number {
  const from = performance.now();
  for (const action of day) dispatch(action);
  return performance.now() - from;
}

/** The rounds of one of them, ms each. */
interface Rounds extends Subject {
  recording: string;
  dispatchesMs: number[];
  laterMs: number[];
}

function play(rounds: Rounds): void {
  rounds.dispatchesMs.push(liveDay(rounds));
  const from = performance.now();
  rounds.settle();
  rounds.laterMs.push(performance.now() - from);
  // What one leaves behind is not cleared away in the time of the next.
  globalThis.gc?.();
}

const empty = () => ({ dispatchesMs: [], laterMs: [] });
const all: Rounds[] = [
  { recording: 'off', ...(await withoutRecording()), ...empty() },
  { recording: 'off, the same again', ...(await withoutRecording()), ...empty() },
  { recording: 'on', ...(await withRecording()), ...empty() },
];

for (let round = 0; round < WARM_UP + ROUNDS; round += 1) {
  for (const at of all.keys()) play(all[(round + at) % all.length] as Rounds);
  if (round === WARM_UP - 1) for (const rounds of all) Object.assign(rounds, empty());
  // Whoever waits for a turn has it between two rounds, not in one.
  await new Promise((resolve) => setTimeout(resolve, 1));
}

const perAction = (ms: number) => (ms * 1000) / day.length;
/** A round that the machine left alone: what is added to a dispatch is not what others took of the processor. */
const undisturbed = ({ dispatchesMs }: Rounds) => perAction(percentile(dispatchesMs, 0.1));
const off = undisturbed(all[0] as Rounds);
console.log(`${day.length} actions of ${DAY}, ${ROUNDS} rounds, Node ${process.version}`);
console.table(
  all.map((rounds) => ({
    recording: rounds.recording,
    'a dispatch, µs': undisturbed(rounds).toFixed(2),
    'added, µs': (undisturbed(rounds) - off).toFixed(2),
    'added, %': ((undisturbed(rounds) / off - 1) * 100).toFixed(1),
    'later, off the way, µs': perAction(percentile(rounds.laterMs, 0.1)).toFixed(1),
  })),
);
process.stdout.write('', () => process.exit());
