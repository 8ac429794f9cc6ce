import { useCallback, useEffect, useState } from 'react';
import { type HasRoles, may } from '../../domain/roles';
import { toDevTools } from '../core/devtools';
import { readRecording } from '../core/readRecording';
import type { Recording } from '../core/recordingFile';
import {
  dropRecording,
  importRecording,
  listStored,
  loadRecording,
  type StoredRecording,
} from '../core/recordingStore';
import { useUser } from '../../state/session/session';
import { appReducer } from './appReducer';
import { requestRecording, liveRecorder, newRecorderSettings, recordingStorage } from './liveRecorder';

/** A recording of this device, as a list shows it. */
export interface ListedRecording {
  id: string;
  title: string;
  startedAt: number;
  /** `null` while it runs. */
  stoppedAt: number | null;
  actions: number;
  /** Starts of the app in it. */
  runs: number;
  hasTexts: boolean;
  build: string;
}

/** The recording that runs in this tab (`null` for none), and the calls that start and stop one. */
export interface RecorderControls {
  running: { id: string; title: string; hasTexts: boolean; problem: string | null } | null;
  /** Reloads the page with the recorder on, so that the recording holds the app's start. */
  start: (choice: { title: string; includeTexts: boolean }) => void;
  stop: () => Promise<void>;
}

export function useRecorder(): RecorderControls {
  const [recorder, setRecorder] = useState(liveRecorder);
  return {
    running: recorder && {
      id: recorder.settings.id,
      title: recorder.settings.title,
      hasTexts: recorder.settings.includeTexts,
      problem: recorder.problem(),
    },
    start(choice) {
      requestRecording(window, newRecorderSettings(choice));
      window.location.reload();
    },
    async stop() {
      await recorder?.stop();
      setRecorder(null);
    },
  };
}

export interface Recordings {
  /** Newest first; `null` until they are read. */
  recordings: ListedRecording[] | null;
  reload: () => void;
  remove: (id: string) => Promise<void>;
  /** Imports a file. Resolves with the reason when it can't, else with `null`. */
  importFile: (text: string) => Promise<string | null>;
}

/** Whether the user may open the recording of a user, who is `null` when nobody was signed in. */
const mayOpen = (user: HasRoles & { _id: string }, userId: string | null) =>
  userId === user._id || may(user, 'openOthersRecordings');

/** The recordings of this device that the signed-in user may open: their own, an admin all. */
export function useRecordings(): Recordings {
  const user = useUser();
  const [recordings, setRecordings] = useState<ListedRecording[] | null>(null);

  const reload = useCallback(() => {
    const show = async () => {
      // The screen shows the running one on its own.
      const isDone = ({ head: { id, userId } }: StoredRecording) =>
        id !== liveRecorder()?.settings.id && mayOpen(user, userId);
      const stored = (await listStored(recordingStorage())).filter(isDone);
      setRecordings(
        stored.map(({ head: metadata, actions, runs }) => ({
          ...{ id: metadata.id, title: metadata.title, startedAt: metadata.startedAt, stoppedAt: metadata.stoppedAt },
          ...{ actions: actions - metadata.dropped, runs: runs.length, build: metadata.build },
          hasTexts: metadata.texts === 'included',
        })),
      );
    };
    show().catch(() => setRecordings([]));
  }, [user]);
  useEffect(reload, [reload]);

  return {
    recordings,
    reload,
    async remove(id) {
      await dropRecording(recordingStorage(), id);
      reload();
    },
    async importFile(text) {
      const read = readRecording(text);
      if (!read.ok) return read.reason;
      if (!mayOpen(user, read.recording.userId))
        return 'Another user made this recording. An administrator can open it.';
      if (read.recording.id === liveRecorder()?.settings.id) return 'This recording is still running here.';
      await importRecording(recordingStorage(), read.recording);
      reload();
      return null;
    },
  };
}

/** A recording of this device that the user may open; `null` when there is none, `undefined` while it is read. */
export function useRecording(id: string): Recording | null | undefined {
  const user = useUser();
  const [recording, setRecording] = useState<Recording | null>();
  useEffect(() => {
    loadRecording(recordingStorage(), id).then(
      (found) => setRecording(found && mayOpen(user, found.userId) ? found : null),
      () => setRecording(null),
    );
  }, [id, user]);
  return recording;
}

/** A recording as the text of its file, and in the form that Redux DevTools imports; `null` when there is none. */
export async function recordingFiles(id: string): Promise<{ file: string; devTools: string } | null> {
  const recording = await loadRecording(recordingStorage(), id);
  return recording && { file: JSON.stringify(recording), devTools: toDevTools(recording, appReducer()) };
}
