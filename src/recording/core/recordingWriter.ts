import type { RecordedEvent } from './events';
import {
  asBase,
  chunkKey,
  countActions,
  type RecordingStorage,
  type StoredRecording,
  type StoredRun,
  writeStored,
} from './recordingStore';

export interface RecordingLimits {
  eventsPerChunk: number;
  /** Chunks of a recording; beyond them the oldest are dropped. */
  chunks: number;
}

const DEFAULT_LIMITS: RecordingLimits = { eventsPerChunk: 250, chunks: 80 };

/** Chunks that were not in the database yet when the page was closed. */
export interface UnwrittenChunks {
  stored: StoredRecording;
  /** Events by the number of their chunk. */
  chunks: [number, RecordedEvent[]][];
}

/** Writes the chunks that an earlier page could not. */
export async function writeUnwritten(storage: RecordingStorage, { stored, chunks }: UnwrittenChunks): Promise<void> {
  for (const [number, events] of chunks) await storage.setItem(chunkKey(stored.head.id, number), events);
  await writeStored(storage, stored);
}

/** Writes a running recording to the device in chunks, within its limits. */
export interface RecordingWriter {
  /** `stateBefore` is the state that the events before this one build. */
  add(event: RecordedEvent, stateBefore: unknown): void;
  /** Writes what was added. Resolves when it is stored; failures go to `onFailure`. */
  save(): Promise<void>;
  /** What is not written yet; `null` for nothing. */
  unwritten(): UnwrittenChunks | null;
  /** Changes the recording's metadata, with the next save. */
  updateMetadata(change: Partial<StoredRecording['head']>): void;
  stored(): StoredRecording;
}

export interface RecordingWriterOptions {
  storage: RecordingStorage;
  /** The recording so far; a new run is added to it. */
  stored: StoredRecording;
  run: Omit<StoredRun, 'firstChunk' | 'chunks'>;
  limits?: RecordingLimits;
  /** Called when a write fails, as on a full device. */
  onFailure: (error: unknown) => void;
}

export function createRecordingWriter({
  storage,
  stored: before,
  run,
  limits = DEFAULT_LIMITS,
  onFailure,
}: RecordingWriterOptions): RecordingWriter {
  const last = before.runs.at(-1);
  const current: StoredRun = { ...run, firstChunk: last ? last.firstChunk + last.chunks : 0, chunks: 0 };
  const stored: StoredRecording = { ...before, runs: [...before.runs, current] };
  /** The state before each chunk of this run: the run's `base` once the chunks before are dropped. */
  const statesBefore = new Map<number, unknown>();
  const actionsIn = new Map<number, number>();
  const unwritten = new Map<number, RecordedEvent[]>();
  let events: RecordedEvent[] = [];
  let version = 0;
  let versionWritten = 0;
  let saving: Promise<void> = Promise.resolve();
  const chunk = () => current.firstChunk + current.chunks - 1;
  const total = () => stored.runs.reduce((sum, one) => sum + one.chunks, 0);

  async function dropOldest(): Promise<void> {
    const [oldest] = stored.runs;
    if (!oldest) return;
    const isCurrent = oldest === current;
    const gone = isCurrent ? 1 : oldest.chunks;
    for (let at = 0; at < gone; at += 1) {
      const number = oldest.firstChunk + at;
      const counted =
        actionsIn.get(number) ??
        countActions(((await storage.getItem(chunkKey(stored.head.id, number))) ?? []) as RecordedEvent[]);
      stored.head = { ...stored.head, dropped: stored.head.dropped + counted };
      await storage.removeItem(chunkKey(stored.head.id, number));
      statesBefore.delete(number);
      actionsIn.delete(number);
    }
    if (!isCurrent) {
      stored.runs = stored.runs.slice(1);
      return;
    }
    current.firstChunk += 1;
    current.chunks -= 1;
    current.base = asBase(statesBefore.get(current.firstChunk));
  }

  async function write(): Promise<void> {
    const upTo = version;
    if (upTo === versionWritten) return;
    for (const [number, part] of [...unwritten]) {
      // A chunk may be dropped before it was written.
      if (number >= current.firstChunk) await storage.setItem(chunkKey(stored.head.id, number), part);
      if (unwritten.get(number) === part) unwritten.delete(number);
    }
    while (total() > limits.chunks) await dropOldest();
    await writeStored(storage, stored);
    versionWritten = upTo;
  }

  function save(): Promise<void> {
    saving = saving.then(write).catch(onFailure);
    return saving;
  }

  return {
    add(event, stateBefore) {
      if (current.chunks === 0 || events.length >= limits.eventsPerChunk) {
        current.chunks += 1;
        events = [];
        statesBefore.set(chunk(), stateBefore);
      }
      events = [...events, event];
      unwritten.set(chunk(), events);
      // While the device takes nothing, memory must not fill up instead.
      if (unwritten.size > limits.chunks) unwritten.delete(Math.min(...unwritten.keys()));
      if (event.kind === 'action') {
        stored.actions += 1;
        actionsIn.set(chunk(), (actionsIn.get(chunk()) ?? 0) + 1);
      }
      version += 1;
    },
    save,
    unwritten: () => (version > versionWritten ? { stored, chunks: [...unwritten] } : null),
    updateMetadata(change) {
      stored.head = { ...stored.head, ...change };
      version += 1;
    },
    stored: () => stored,
  };
}
