import { asNumber, asShape, asText, type Shape } from '../api/answers/shape';
import { entryStateSchema, idMappingSchema, queueEntrySchema } from './entrySchema';
import { headOf } from './entryHead';
import { localIdsIn } from './localIds';
import { migrateEntry } from './migrations';
import { byOrderMade } from './order';
import type { Dependable, EntryHead, EntryState, IdMapping, QueueEntry } from './types';

/** The state of an entry whose own record of it is lost: it waits, so it is sent. */
export function freshState(id: string): EntryState {
  return { id, state: 'waiting', tab: null, attempts: 0, lastError: null };
}

export type ReadEntry =
  | { kind: 'entry'; entry: QueueEntry; state: EntryState; head: EntryHead }
  /** Written by a newer build: left as it is. */
  | { kind: 'newer'; shadow: Dependable }
  /** Can't be read: to be set aside. */
  | { kind: 'bad'; id: string; reason: string };

function idOf(raw: unknown): string {
  return asText(asShape(raw).id);
}

/** What can be told of a newer build's record, so that what depends on it waits for it. */
function shadowOf(raw: Shape): Dependable {
  const path = asText(raw.path);
  return {
    id: asText(raw.id),
    seq: asNumber(raw.seq) ?? 0,
    userId: asText(raw.userId),
    call: asText(raw.call) as Dependable['call'],
    path,
    creates: asText(raw.creates) || null,
    visitId: asText(raw.visitId) || null,
    locationId: asText(raw.locationId) || null,
    mentions: localIdsIn(path, raw.body),
    about: {},
  };
}

/** Reads one record and the state beside it. Never throws. */
export function readEntry(rawEntry: unknown, rawState: unknown): ReadEntry {
  try {
    const migrated = migrateEntry(rawEntry);
    if (migrated === 'newer') return { kind: 'newer', shadow: shadowOf(asShape(rawEntry)) };
    const entry = queueEntrySchema.parse(migrated) as QueueEntry;
    const parsed = entryStateSchema.safeParse(rawState);
    const state = parsed.success ? parsed.data : freshState(entry.id);
    return { kind: 'entry', entry, state, head: headOf(entry, state) };
  } catch (error) {
    return { kind: 'bad', id: idOf(rawEntry), reason: error instanceof Error ? error.message : String(error) };
  }
}

export interface ReadQueue {
  /** In the order made. */
  entries: { entry: QueueEntry; state: EntryState; head: EntryHead }[];
  newer: Dependable[];
  bad: { id: string; reason: string }[];
}

/** Reads all records of the disk. */
export function readQueue(rawEntries: readonly unknown[], rawStates: readonly unknown[]): ReadQueue {
  const states = new Map(rawStates.map((raw) => [idOf(raw), raw]));
  const read = rawEntries.map((raw) => readEntry(raw, states.get(idOf(raw))));
  return {
    entries: read.filter((one) => one.kind === 'entry').sort((a, b) => byOrderMade(a.entry, b.entry)),
    newer: read.filter((one) => one.kind === 'newer').map((one) => one.shadow),
    bad: read.filter((one) => one.kind === 'bad'),
  };
}

/** The states that can be read. */
export function readStates(raw: readonly unknown[]): EntryState[] {
  return raw.flatMap((one) => {
    const parsed = entryStateSchema.safeParse(one);
    return parsed.success ? [parsed.data] : [];
  });
}

/** The mappings that can be read. */
export function readMappings(raw: readonly unknown[]): IdMapping[] {
  return raw.flatMap((one) => {
    const parsed = idMappingSchema.safeParse(one);
    return parsed.success ? [parsed.data] : [];
  });
}

/** The counters of the queue, in one record that changes with it. */
export interface QueueMeta {
  name: 'queue';
  /** The last place given. */
  seq: number;
  /** Entries on disk, those set aside included. */
  count: number;
  /** Grows with every change of `count`. */
  rev: number;
}

export function readMeta(raw: unknown): QueueMeta {
  const meta = (raw ?? {}) as Partial<QueueMeta>;
  return { name: 'queue', seq: Number(meta.seq ?? 0), count: Number(meta.count ?? 0), rev: Number(meta.rev ?? 0) };
}
