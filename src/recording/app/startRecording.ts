import { textOf } from '../core/json';
import { STORAGE_VERSION } from '../../domain/constants';
import { createRecordingWriter, type RecordingWriter } from '../core/recordingWriter';
import { createRecorder, type Recorder } from '../core/recorder';
import { RECORDING_FORMAT, RECORDING_VERSION } from '../core/recordingFile';
import { openStored, type RecordingStorage, type StoredRecording } from '../core/recordingStore';
import { createRedact } from '../core/redaction';
import type { Environment } from '../../state/store/makeStore';
import type { RootState } from '../../state/root/rootReducer';
import { isFromTimer, isNotRecorded } from './actionPolicy';
import { appReducer } from './appReducer';
import { recordingEnvironment } from './recordingEnvironment';

/** What a tab keeps of its recording across a reload, in sessionStorage. */
export interface RecorderSettings {
  id: string;
  title: string;
  salt: string;
  includeTexts: boolean;
}

export interface StartRecordingOptions extends RecorderSettings {
  environment: Environment;
  storage: RecordingStorage;
  /** Names the build that runs. */
  build: string;
  /** The route in the address bar. */
  currentRoute: () => string;
  online: boolean;
  /** Runs the work soon, outside of any dispatch. */
  defer: (work: () => void) => void;
  onFailure: (error: unknown) => void;
}

export interface RunningRecorder {
  /** For `makeStore`. */
  environment: Environment;
  recorder: Recorder;
  writer: RecordingWriter;
}

const DIGEST_EVERY_ACTIONS = 1;

function newRecording(options: StartRecordingOptions): StoredRecording {
  const { id, title, environment, build, includeTexts } = options;
  return {
    head: {
      format: RECORDING_FORMAT,
      version: RECORDING_VERSION,
      id,
      title,
      startedAt: environment.now(),
      stoppedAt: null,
      build,
      storageVersion: STORAGE_VERSION,
      userId: null,
      texts: includeTexts ? 'included' : 'pseudonyms',
      digestEvery: DIGEST_EVERY_ACTIONS,
      dropped: 0,
    },
    actions: 0,
    runs: [],
  };
}

/** The id of the signed-in user, confirmed by the server or not; `null` for none. */
const ownerIn = ({ session }: RootState): string | null =>
  session.status === 'present' ? (session.user?._id ?? null) : null;

/** Starts a recording at the app's start, or adds a run to the one that was running before a reload. */
export async function startRecording(options: StartRecordingOptions): Promise<RunningRecorder> {
  const { environment, storage, currentRoute } = options;
  const redact = createRedact(options);
  const redactedRoute = () => textOf(redact(currentRoute(), 'route'));
  const stored = (await openStored(storage, options.id)) ?? newRecording(options);
  const writer = createRecordingWriter({
    storage,
    stored,
    run: { startedAt: environment.now(), tab: environment.locks.tabId, online: options.online, route: redactedRoute() },
    onFailure: options.onFailure,
  });
  const recorder = createRecorder({
    reducer: appReducer(),
    digestEvery: stored.head.digestEvery,
    redact,
    write: (event, before) => {
      writer.add(event, before);
      const userId = writer.stored().head.userId ?? ownerIn(before as RootState);
      if (userId !== writer.stored().head.userId) writer.updateMetadata({ userId });
    },
    onBatchWritten: () => void writer.save(),
    now: environment.now,
    currentRoute,
    defer: options.defer,
    isNotRecorded,
    isFromTimer,
    actionsBefore: stored.actions,
  });
  return {
    environment: { ...recordingEnvironment(environment, recorder.eventRecorder), firstMiddleware: recorder.middleware },
    recorder,
    writer,
  };
}
