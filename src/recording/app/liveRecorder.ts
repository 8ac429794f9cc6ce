import localforage from 'localforage';
import { nanoid } from '@reduxjs/toolkit';
import { writeUnwritten, type UnwrittenChunks } from '../core/recordingWriter';
import type { RecordingStorage } from '../core/recordingStore';
import type { Environment } from '../../state/store/makeStore';
import type { AppStore } from '../../state/root/types';
import { RECORD_PARAM, RECORDER_SETTINGS_KEY } from '../core/recordingFlag';
import { type RunningRecorder, startRecording, type RecorderSettings } from './startRecording';

const DATABASE = 'field-sales-recordings';
/** Key in sessionStorage: events that were not in the database yet when the page was closed or reloaded. */
const UNWRITTEN_KEY = 'field-sales-recording-unwritten';
/** Events are redacted and digested in one batch, this long after the first of them. */
const SETTLE_AFTER_MS = 250;
/** How long to wait for a recording's Web Lock: after a reload the page before releases it, another tab keeps it. */
const LOCK_TIMEOUT_MS = 1_000;

let storage: RecordingStorage | null = null;

/** The IndexedDB database of this device's recordings. The app's own data is in another. */
export function recordingStorage(): RecordingStorage {
  storage ??= localforage.createInstance({ name: DATABASE, driver: localforage.INDEXEDDB });
  return storage;
}

/** The recorder of this tab. */
export interface LiveRecorder {
  settings: RecorderSettings;
  /** For `makeStore`. */
  environment: Environment;
  /** The store for the screens and the browser's events: its `dispatch` marks actions as external. */
  wrapExternal(store: AppStore): AppStore;
  /** Ends the recording. Resolves when all of it is written to the device. */
  stop(): Promise<void>;
  /** Why the last write to the device failed; `null` when none did. */
  problem(): string | null;
}

let live: LiveRecorder | null = null;

/** The recorder of this tab; `null` when the tab is not recorded. */
export const liveRecorder = (): LiveRecorder | null => live;

/** Settings of a new recording, with an id and a salt of its own. */
export function newRecorderSettings({
  title,
  includeTexts,
}: {
  title: string;
  includeTexts: boolean;
}): RecorderSettings {
  return { title, includeTexts, id: nanoid(), salt: nanoid() };
}

/** Records this tab from its next start on. */
export function requestRecording(page: Window, settings: RecorderSettings): void {
  page.sessionStorage.setItem(RECORDER_SETTINGS_KEY, JSON.stringify(settings));
}

function settingsOf(page: Window): RecorderSettings {
  const stored = page.sessionStorage.getItem(RECORDER_SETTINGS_KEY);
  if (stored !== null) return JSON.parse(stored) as RecorderSettings;
  const settings = newRecorderSettings({ title: '', includeTexts: false });
  requestRecording(page, settings);
  return settings;
}

/** Takes the Web Lock of a recording for the life of this page. Resolves with `false` when another page has it. */
function lockRecording({ navigator }: Window, id: string): Promise<boolean> {
  // Without Web Locks it records all the same; then a duplicated tab would mix two recordings.
  if (!('locks' in navigator)) return Promise.resolve(true);
  return new Promise((resolve) => {
    const granted = () => {
      resolve(true);
      return new Promise(() => undefined);
    };
    const signal = AbortSignal.timeout(LOCK_TIMEOUT_MS);
    navigator.locks.request(`${DATABASE} ${id}`, { signal }, granted).catch(() => resolve(false));
  });
}

/** The tab's settings. A duplicated tab has copied those of the other: it continues with an id of its own. */
async function ownSettings(page: Window): Promise<RecorderSettings> {
  const settings = settingsOf(page);
  if (await lockRecording(page, settings.id)) return settings;
  const own = newRecorderSettings(settings);
  requestRecording(page, own);
  await lockRecording(page, own.id);
  return own;
}

/** Removes `record` from the URL: from here on sessionStorage says whether the tab is recorded. */
function removeRecordParam(page: Window): void {
  const url = new URL(page.location.href);
  url.searchParams.delete(RECORD_PARAM);
  page.history.replaceState(page.history.state, '', url);
}

/** Writes the events that the page before left in sessionStorage. A failure does not stop the new recording. */
async function writePendingChunks(page: Window): Promise<void> {
  try {
    const stored = page.sessionStorage.getItem(UNWRITTEN_KEY);
    if (stored !== null) await writeUnwritten(recordingStorage(), JSON.parse(stored) as UnwrittenChunks);
  } catch {
    // These events are missing in the recording then.
  } finally {
    page.sessionStorage.removeItem(UNWRITTEN_KEY);
  }
}

function storeUnwrittenChunks({ recorder, writer }: RunningRecorder, page: Window): void {
  recorder.settle();
  const unwritten = writer.unwritten();
  // The page may have been hidden and shown again before.
  page.sessionStorage.removeItem(UNWRITTEN_KEY);
  try {
    if (unwritten) page.sessionStorage.setItem(UNWRITTEN_KEY, JSON.stringify(unwritten));
  } catch {
    // Larger than sessionStorage takes: then these events are lost, those in the database are not.
  }
}

/** The name of the built entry file, which differs from build to build. */
function buildOf(page: Window): string {
  const entry = page.document.querySelector<HTMLScriptElement>('script[type=module][src]');
  return entry?.src.split('/').at(-1) ?? 'development';
}

/** Starts recording. Called before the store is made, so that the recording holds the app's start. */
export async function startLiveRecorder(environment: Environment, page: Window): Promise<LiveRecorder> {
  const settings = await ownSettings(page);
  removeRecordParam(page);
  await writePendingChunks(page);
  let problem: string | null = null;
  const running = await startRecording({
    ...settings,
    environment,
    storage: recordingStorage(),
    build: buildOf(page),
    currentRoute: () => page.location.pathname + page.location.search,
    online: page.navigator.onLine,
    defer: (work) => void page.setTimeout(work, SETTLE_AFTER_MS),
    onFailure: (error) => {
      problem = error instanceof Error ? error.message : String(error);
    },
  });
  const { recorder, writer } = running;
  const onPageHide = () => storeUnwrittenChunks(running, page);
  page.addEventListener('pagehide', onPageHide);
  live = {
    settings,
    environment: running.environment,
    wrapExternal: (store) => ({ ...store, dispatch: recorder.wrapExternal(store.dispatch) }),
    async stop() {
      page.removeEventListener('pagehide', onPageHide);
      page.sessionStorage.removeItem(RECORDER_SETTINGS_KEY);
      recorder.stop();
      writer.updateMetadata({ stoppedAt: environment.now() });
      live = null;
      await writer.save();
      if (writer.unwritten()) await writer.save();
    },
    problem: () => problem,
  };
  return live;
}
