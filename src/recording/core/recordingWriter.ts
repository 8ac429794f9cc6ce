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
  /** Chunks of a recording; beyond them the oldest go. */
  chunks: number;
}

const DEFAULT_LIMITS: RecordingLimits = { eventsPerChunk: 250, chunks: 80 };

/** What was not on disk yet when the page went away. */
export interface UnwrittenChunks {
  stored: StoredRecording;
  /** The chunks that were not written, by their numbers. */
  chunks: [number, RecordedEvent[]][];
}

/** Puts on the device what the page before could not. */
export async function writeUnwritten(storage: RecordingStorage, { stored, chunks }: UnwrittenChunks): Promise<void> {
  for (const [number, events] of chunks) await storage.setItem(chunkKey(stored.head.id, number), events);
  await writeStored(storage, stored);
}

/** Puts a running recording on the device, chunk by chunk, within its limits. */
export interface RecordingWriter {
  /** `stateBefore` is what the events before this one have built. */
  add(event: RecordedEvent, stateBefore: unknown): void;
  /** Writes what was added. Resolves when it lies on the device. */
  save(): Promise<void>;
  /** What is not written yet; `null` for nothing. */
  unwritten(): UnwrittenChunks | null;
  /** Changes what the head says, with the next save. */
  updateMetadata(change: Partial<StoredRecording['head']>): void;
  stored(): StoredRecording;
}

export interface RecordingWriterOptions {
  storage: RecordingStorage;
  /** The recording so far; a new run is added to it. */
  stored: StoredRecording;
  run: Omit<StoredRun, 'firstChunk' | 'chunks'>;
  limits?: RecordingLimits;
  /** The device took no more. */
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
  /** The state before each chunk of this run, to begin with when those before are dropped. Shared parts cost nothing. */
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
      // Much at once may be dropped before its turn to be written has come.
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
      // A device that takes no more does not fill the memory instead.
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
