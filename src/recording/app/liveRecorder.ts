import localforage from 'localforage';
import { nanoid } from '@reduxjs/toolkit';
import { writeUnwritten, type UnwrittenChunks } from '../core/recordingWriter';
import type { RecordingStorage } from '../core/recordingStore';
import type { Environment } from '../../state/store/makeStore';
import type { AppStore } from '../../state/root/types';
import { RECORDER_SETTINGS_KEY } from '../core/recordingFlag';
import { type RunningRecorder, startRecording, type RecorderSettings } from './startRecording';

const DATABASE = 'field-sales-recordings';
/** What was noted when the page went away, too late for the database. */
const UNWRITTEN_KEY = 'field-sales-tape-tail';
/** Redaction and digests happen this long after a dispatch, all at once. */
const SETTLE_AFTER_MS = 250;
/** On a reload the page before lets go of the recording at once; another tab does not. */
const LAST_PAGE_GOES_WITHIN_MS = 1_000;

let storage: RecordingStorage | null = null;

/** The device's recordings: a database of their own. */
export function recordingStorage(): RecordingStorage {
  storage ??= localforage.createInstance({ name: DATABASE, driver: localforage.INDEXEDDB });
  return storage;
}

/** The tape that runs in this tab. */
export interface LiveRecorder {
  settings: RecorderSettings;
  /** For `makeStore`. */
  environment: Environment;
  /** The store as the screens and the browser's events are to have it. */
  outside(store: AppStore): AppStore;
  /** Ends the recording; it lies whole on the device then. */
  stop(): Promise<void>;
  /** Why the device took no more of it; `null` when it did. */
  problem(): string | null;
}

let live: LiveRecorder | null = null;

/** The tape that runs in this tab; `null` for none. */
export const liveRecorder = (): LiveRecorder | null => live;

/** Settings of a new tape. */
export function newRecorderSettings({
  title,
  includeTexts,
}: {
  title: string;
  includeTexts: boolean;
}): RecorderSettings {
  return { title, includeTexts, id: nanoid(), salt: nanoid() };
}

/** Has the tab recorded from its next start on. */
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

/** Whether this page, and no other, is at the recording of that id from now on, for as long as it lives. */
function lockRecording({ navigator }: Window, id: string): Promise<boolean> {
  // A browser without Web Locks records all the same; there a duplicated tab would mix two recordings.
  if (!('locks' in navigator)) return Promise.resolve(true);
  return new Promise((resolve) => {
    const granted = () => {
      resolve(true);
      return new Promise(() => undefined);
    };
    const signal = AbortSignal.timeout(LAST_PAGE_GOES_WITHIN_MS);
    navigator.locks.request(`${DATABASE} ${id}`, { signal }, granted).catch(() => resolve(false));
  });
}

/** A tab that was duplicated remembers what the other does: it goes on under an id of its own. */
async function ownSettings(page: Window): Promise<RecorderSettings> {
  const settings = settingsOf(page);
  if (await lockRecording(page, settings.id)) return settings;
  const own = newRecorderSettings(settings);
  requestRecording(page, own);
  await lockRecording(page, own.id);
  return own;
}

/** The url has asked once; a reload goes on by what the tab remembers, until it is told to stop. */
function removeRecordParam(page: Window): void {
  const url = new URL(page.location.href);
  url.searchParams.delete('record');
  page.history.replaceState(page.history.state, '', url);
}

/** What can't be stored, as of another build or on a full device, keeps nobody from recording on. */
async function writeLeftChunks(page: Window): Promise<void> {
  try {
    const stored = page.sessionStorage.getItem(UNWRITTEN_KEY);
    if (stored !== null) await writeUnwritten(recordingStorage(), JSON.parse(stored) as UnwrittenChunks);
  } catch {
    // Its currentRoute in the recording stays empty.
  } finally {
    page.sessionStorage.removeItem(UNWRITTEN_KEY);
  }
}

function leaveUnwrittenChunks({ recorder, writer }: RunningRecorder, page: Window): void {
  recorder.settle();
  const unwritten = writer.unwritten();
  // Of an earlier time that the page went away, and came back.
  page.sessionStorage.removeItem(UNWRITTEN_KEY);
  try {
    if (unwritten) page.sessionStorage.setItem(UNWRITTEN_KEY, JSON.stringify(unwritten));
  } catch {
    // Too long for the tab's small storage: then the database has all but what was not written yet.
  }
}

/** The name of the built entry file tells builds apart. */
function buildOf(page: Window): string {
  const entry = page.document.querySelector<HTMLScriptElement>('script[type=module][src]');
  return entry?.src.split('/').at(-1) ?? 'development';
}

/** Starts the tape before the store is made, so that the recording lockRecording the app's start. */
export async function startLiveRecorder(environment: Environment, page: Window): Promise<LiveRecorder> {
  const settings = await ownSettings(page);
  removeRecordParam(page);
  await writeLeftChunks(page);
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
  const onPageHide = () => leaveUnwrittenChunks(running, page);
  page.addEventListener('pagehide', onPageHide);
  live = {
    settings,
    environment: running.environment,
    outside: (store) => ({ ...store, dispatch: recorder.outside(store.dispatch) }),
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
