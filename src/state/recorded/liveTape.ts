import localforage from 'localforage';
import { nanoid } from '@reduxjs/toolkit';
import { keepTail, type Tail } from '../../recording/keeper';
import type { RecordingStorage } from '../../recording/recordingStore';
import type { Environment } from '../makeStore';
import type { AppStore } from '../storeTypes';
import { TAPE_KEY } from './recordingFlag';
import { type RunningTape, startTape, type TapeSettings } from './startTape';

const DATABASE = 'field-sales-recordings';
/** What was noted when the page went away, too late for the database. */
const TAIL_KEY = 'field-sales-tape-tail';
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
export interface LiveTape {
  settings: TapeSettings;
  /** For `makeStore`. */
  environment: Environment;
  /** The store as the screens and the browser's events are to have it. */
  outside(store: AppStore): AppStore;
  /** Ends the recording; it lies whole on the device then. */
  stop(): Promise<void>;
  /** Why the device took no more of it; `null` when it did. */
  problem(): string | null;
}

let live: LiveTape | null = null;

/** The tape that runs in this tab; `null` for none. */
export const liveTape = (): LiveTape | null => live;

/** Settings of a new tape. */
export function newTapeSettings({ title, includeTexts }: { title: string; includeTexts: boolean }): TapeSettings {
  return { title, includeTexts, id: nanoid(), salt: nanoid() };
}

/** Has the tab recorded from its next start on. */
export function askForTape(page: Window, settings: TapeSettings): void {
  page.sessionStorage.setItem(TAPE_KEY, JSON.stringify(settings));
}

function settingsOf(page: Window): TapeSettings {
  const kept = page.sessionStorage.getItem(TAPE_KEY);
  if (kept !== null) return JSON.parse(kept) as TapeSettings;
  const settings = newTapeSettings({ title: '', includeTexts: false });
  askForTape(page, settings);
  return settings;
}

/** Whether this page, and no other, is at the recording of that id from now on, for as long as it lives. */
function holds({ navigator }: Window, id: string): Promise<boolean> {
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
async function ownSettings(page: Window): Promise<TapeSettings> {
  const settings = settingsOf(page);
  if (await holds(page, settings.id)) return settings;
  const own = newTapeSettings(settings);
  askForTape(page, own);
  await holds(page, own.id);
  return own;
}

/** The address has asked once; a reload goes on by what the tab remembers, until it is told to stop. */
function forgetAsking(page: Window): void {
  const address = new URL(page.location.href);
  address.searchParams.delete('record');
  page.history.replaceState(page.history.state, '', address);
}

/** What can't be kept, as of another build or on a full device, keeps nobody from recording on. */
async function keepLeftTail(page: Window): Promise<void> {
  try {
    const kept = page.sessionStorage.getItem(TAIL_KEY);
    if (kept !== null) await keepTail(recordingStorage(), JSON.parse(kept) as Tail);
  } catch {
    // Its place in the recording stays empty.
  } finally {
    page.sessionStorage.removeItem(TAIL_KEY);
  }
}

function leaveTail({ recorder, keeper }: RunningTape, page: Window): void {
  recorder.settle();
  const tail = keeper.tail();
  // Of an earlier time that the page went away, and came back.
  page.sessionStorage.removeItem(TAIL_KEY);
  try {
    if (tail) page.sessionStorage.setItem(TAIL_KEY, JSON.stringify(tail));
  } catch {
    // Too long for the tab's small storage: then the database has all but what was not written yet.
  }
}

/** The name of the built entry file tells builds apart. */
function buildOf(page: Window): string {
  const entry = page.document.querySelector<HTMLScriptElement>('script[type=module][src]');
  return entry?.src.split('/').at(-1) ?? 'development';
}

/** Starts the tape before the store is made, so that the recording holds the app's start. */
export async function startLiveTape(environment: Environment, page: Window): Promise<LiveTape> {
  const settings = await ownSettings(page);
  forgetAsking(page);
  await keepLeftTail(page);
  let problem: string | null = null;
  const running = await startTape({
    ...settings,
    environment,
    storage: recordingStorage(),
    build: buildOf(page),
    place: () => page.location.pathname + page.location.search,
    online: page.navigator.onLine,
    defer: (work) => void page.setTimeout(work, SETTLE_AFTER_MS),
    onFailure: (error) => {
      problem = error instanceof Error ? error.message : String(error);
    },
  });
  const { recorder, keeper } = running;
  const onPageHide = () => leaveTail(running, page);
  page.addEventListener('pagehide', onPageHide);
  live = {
    settings,
    environment: running.environment,
    outside: (store) => ({ ...store, dispatch: recorder.outside(store.dispatch) }),
    async stop() {
      page.removeEventListener('pagehide', onPageHide);
      page.sessionStorage.removeItem(TAPE_KEY);
      recorder.stop();
      keeper.tell({ stoppedAt: environment.now() });
      live = null;
      await keeper.save();
      if (keeper.tail()) await keeper.save();
    },
    problem: () => problem,
  };
  return live;
}
