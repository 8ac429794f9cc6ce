import type { RecordedEvent } from './events';
import { isObject, type Json } from './json';
import { RECORDING_VERSION, type RecordedRun, type Recording, type RecordingMetadata } from './recordingFile';
import { migrate } from './recordingMigrations';

/** The device's storage of recordings: values by key. */
export interface RecordingStorage {
  getItem(key: string): Promise<unknown>;
  setItem(key: string, value: unknown): Promise<unknown>;
  removeItem(key: string): Promise<void>;
  keys(): Promise<string[]>;
}

/** A stored run. Its events are in chunks of their own, numbered from `firstChunk` on. */
export interface StoredRun extends Omit<RecordedRun, 'events'> {
  firstChunk: number;
  chunks: number;
}

/** A stored recording without its events. */
export interface StoredRecording {
  head: RecordingMetadata;
  /** Number of actions, the dropped ones included. */
  actions: number;
  runs: StoredRun[];
}

const METADATA_PREFIX = 'recording ';
const metadataKey = (id: string) => METADATA_PREFIX + id;
export const chunkKey = (id: string, chunk: number): string => `events ${id} ${chunk}`;

function isStored(value: unknown): value is StoredRecording {
  return isObject(value) && isObject(value.head) && Array.isArray(value.runs);
}

async function readStored(storage: RecordingStorage, id: string): Promise<StoredRecording | null> {
  const stored = await storage.getItem(metadataKey(id));
  return isStored(stored) ? stored : null;
}

export async function writeStored(storage: RecordingStorage, stored: StoredRecording): Promise<void> {
  await storage.setItem(metadataKey(stored.head.id), stored);
}

const chunksOf = ({ firstChunk, chunks }: StoredRun) => Array.from({ length: chunks }, (_, at) => firstChunk + at);

/** The recordings of this device, newest first. */
export async function listStored(storage: RecordingStorage): Promise<StoredRecording[]> {
  const keys = (await storage.keys()).filter((key) => key.startsWith(METADATA_PREFIX));
  const found = await Promise.all(keys.map((key) => storage.getItem(key)));
  return found.filter(isStored).sort((a, b) => b.head.startedAt - a.head.startedAt);
}

/** A whole recording, in the current version of the file; `null` when there is none of that id. */
export async function loadRecording(storage: RecordingStorage, id: string): Promise<Recording | null> {
  const stored = await readStored(storage, id);
  if (!stored) return null;
  const runs = await Promise.all(
    stored.runs.map(async (run): Promise<RecordedRun> => {
      const { firstChunk: _, chunks: __, ...rest } = run;
      const parts = await Promise.all(chunksOf(run).map((chunk) => storage.getItem(chunkKey(id, chunk))));
      return { ...rest, events: parts.flatMap((part) => (part ?? []) as RecordedEvent[]) };
    }),
  );
  return migrate({ ...stored.head, runs }, RECORDING_VERSION) as Recording | null;
}

/** A stored recording to add a run to. One that an earlier build stored is rewritten in the current version. */
export async function openStored(storage: RecordingStorage, id: string): Promise<StoredRecording | null> {
  const stored = await readStored(storage, id);
  if (!stored || stored.head.version === RECORDING_VERSION) return stored;
  const recording = await loadRecording(storage, id);
  if (recording) await importRecording(storage, recording);
  return readStored(storage, id);
}

/** Stores an imported recording, one chunk for each run. Replaces one of the same id. */
export async function importRecording(storage: RecordingStorage, { runs, ...metadata }: Recording): Promise<void> {
  await dropRecording(storage, metadata.id);
  const stored: StoredRun[] = [];
  let actions = metadata.dropped;
  for (const [at, { events, ...run }] of runs.entries()) {
    await storage.setItem(chunkKey(metadata.id, at), events);
    stored.push({ ...run, firstChunk: at, chunks: 1 });
    actions += countActions(events);
  }
  await writeStored(storage, { head: metadata, actions, runs: stored });
}

export async function dropRecording(storage: RecordingStorage, id: string): Promise<void> {
  const stored = await readStored(storage, id);
  for (const run of stored?.runs ?? [])
    for (const chunk of chunksOf(run)) await storage.removeItem(chunkKey(id, chunk));
  await storage.removeItem(metadataKey(id));
}

export const countActions = (events: readonly RecordedEvent[]): number =>
  events.filter(({ kind }) => kind === 'action').length;

/** A state as plain data, for the `base` of a run. */
export const asBase = (state: unknown): Json => JSON.parse(JSON.stringify(state)) as Json;
