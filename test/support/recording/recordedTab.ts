import { dayStartMs } from '../../../src/domain/dates';
import { connectivityChanged } from '../../../src/offline/actions';
import type { Recording } from '../../../src/recording/core/recordingFile';
import { loadRecording, type RecordingStorage } from '../../../src/recording/core/recordingStore';
import { type Environment, makeStore } from '../../../src/state/store/makeStore';
import { startRecording } from '../../../src/recording/app/startRecording';
import { prefetchIfStale } from '../../../src/state/offlineReadiness/offlineReadiness';
import { checkSession } from '../../../src/state/session/session';
import type { AppDispatch, AppStore } from '../../../src/state/root/types';
import type { Device } from '../app/device';

/** A recording storage in memory. */
export function memoryRecordings(): RecordingStorage {
  const values = new Map<string, unknown>();
  return {
    getItem: async (key) => values.get(key) ?? null,
    setItem: async (key, value) => values.set(key, structuredClone(value)),
    removeItem: async (key) => void values.delete(key),
    keys: async () => [...values.keys()],
  };
}

/** A recorded tab without a screen: the test dispatches what a person would. */
export interface RecordedTab {
  store: AppStore;
  /** Dispatches as the screens do: marked as external. */
  dispatch: AppDispatch;
  /** The route of the page. */
  page: { route: string };
  /** Resolves when no call is open and no new action comes. */
  quiet(): Promise<void>;
  recording(): Promise<Recording>;
}

const STILL_ROUNDS = 5;
const ROUND_MS = 10;

/** Counts the calls of the app to its environment that have not settled. */
function countOpen(environment: Environment): { environment: Environment; open: () => number } {
  let count = 0;
  async function counted<T>(work: Promise<T>): Promise<T> {
    count += 1;
    try {
      return await work;
    } finally {
      count -= 1;
    }
  }
  const { transport, records } = environment;
  return {
    environment: {
      ...environment,
      transport: (request) => counted(transport(request)),
      records: { transact: (mode, stores, work) => counted(records.transact(mode, stores, work)) },
    },
    open: () => count,
  };
}

export async function openRecorded(
  device: Device,
  options: { includeTexts?: boolean; storage?: RecordingStorage; id?: string } = {},
): Promise<RecordedTab> {
  const storage = options.storage ?? memoryRecordings();
  const page = { route: '/locations' };
  const id = options.id ?? 'recording-1';
  const { environment, open } = countOpen(device.environment());
  const running = await startRecording({
    id,
    title: 'A day',
    salt: 'a secret of this test',
    includeTexts: options.includeTexts ?? false,
    environment,
    storage,
    build: 'test',
    currentRoute: () => page.route,
    online: true,
    defer: (work) => void setTimeout(work, 5),
    onFailure: (error) => {
      throw error;
    },
  });
  const { store, ready } = makeStore(running.environment);
  await ready;
  const dispatch = running.recorder.wrapExternal(store.dispatch);
  dispatch(connectivityChanged({ online: true }));
  await dispatch(checkSession());
  void dispatch(prefetchIfStale(dayStartMs(new Date())));
  return {
    store,
    dispatch,
    page,
    async quiet() {
      for (let still = 0, before = -1; still < STILL_ROUNDS; ) {
        await new Promise((resolve) => setTimeout(resolve, ROUND_MS));
        running.recorder.settle();
        const { actions } = running.writer.stored();
        still = open() === 0 && actions === before ? still + 1 : 0;
        before = actions;
      }
    },
    async recording() {
      running.recorder.settle();
      await running.writer.save();
      const recording = await loadRecording(storage, id);
      if (!recording) throw new Error('Nothing was recorded');
      return JSON.parse(JSON.stringify(recording)) as Recording;
    },
  };
}
