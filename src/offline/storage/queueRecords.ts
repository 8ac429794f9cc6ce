import { asRecord, asText, type UnknownRecord } from '../../api/parsers/values';
import {
  bySeq,
  type EntryState,
  type EntrySummary,
  freshState,
  type IdMapping,
  type OrderedEntry,
  type QueueEntry,
  summarize,
} from '../entry';
import { localIdsIn } from '../localIds';
import { isDue } from '../replay/backoff';
import { entryStateSchema, idMappingSchema, queueEntrySchema } from './entrySchema';
import { migrateEntry, migrateState } from './entryMigrations';
import { isCount } from './validators';

/** An entry as read from disk. */
export interface StoredEntry {
  entry: QueueEntry;
  summary: EntrySummary;
  /** Whether there is a record of a try, or of a person having been told that it is saved. */
  isMarked: boolean;
}

export type ReadEntry =
  | ({ kind: 'entry' } & StoredEntry)
  /** Written by a newer build: left as it is. */
  | { kind: 'newer'; stub: OrderedEntry }
  /** Can't be read: to be quarantined. */
  | { kind: 'bad'; id: string; reason: string };

function idOf(raw: unknown): string {
  return asText(asRecord(raw).id);
}

/** What can be told of a newer build's record, so that what depends on it waits for it. */
function stubOf(raw: UnknownRecord): OrderedEntry {
  const path = asText(raw.path);
  return {
    id: asText(raw.id),
    seq: countOf(raw.seq),
    userId: asText(raw.userId),
    // A newer build may queue calls that this one does not know: an edit of a visit waits for most.
    call: 'updateVisit',
    path,
    creates: asText(raw.creates) || null,
    visitId: asText(raw.visitId) || null,
    locationId: asText(raw.locationId) || null,
    localIdRefs: localIdsIn(path, raw.body),
    about: {},
  };
}

/** The state of an entry: as noted, or that of one that was never marked. A note that can't be read may say anything. */
function stateOf(entry: QueueEntry, rawState: unknown, suspectSeq: number): { state: EntryState; isMarked: boolean } {
  const isMarked = rawState !== undefined;
  // Most of what waits was never tried: to ask the schema about it would throw an error for each.
  const noted = isMarked ? entryStateSchema.safeParse(migrateState(rawState)) : null;
  const state = noted?.success ? noted.data : freshState(entry);
  const isSuspect = noted?.success === false || entry.seq <= suspectSeq;
  return { state: isSuspect ? { ...state, mayHaveArrived: true } : state, isMarked };
}

/** Reads one record and the state beside it; `suspectSeq` as `suspectSeqOf` gives it. Never throws. */
export function readEntry(rawEntry: unknown, rawState: unknown, suspectSeq: number): ReadEntry {
  try {
    const migrated = migrateEntry(rawEntry);
    if (migrated === 'newer') return { kind: 'newer', stub: stubOf(asRecord(rawEntry)) };
    const entry = queueEntrySchema.parse(migrated);
    const { state, isMarked } = stateOf(entry, rawState, suspectSeq);
    return { kind: 'entry', entry, summary: summarize(entry, state), isMarked };
  } catch (error) {
    return { kind: 'bad', id: idOf(rawEntry), reason: error instanceof Error ? error.message : String(error) };
  }
}

export interface ReadQueue {
  /** In the order made. */
  entries: StoredEntry[];
  newer: OrderedEntry[];
  bad: { id: string; reason: string }[];
}

/** Reads all records of the disk. */
export function readEntries(
  rawEntries: readonly unknown[],
  rawStates: readonly unknown[],
  suspectSeq: number,
): ReadQueue {
  const states = new Map(rawStates.map((raw) => [idOf(raw), raw]));
  const read = rawEntries.map((raw) => readEntry(raw, states.get(idOf(raw)), suspectSeq));
  return {
    entries: read.filter((one) => one.kind === 'entry').sort((a, b) => bySeq(a.entry, b.entry)),
    newer: read.filter((one) => one.kind === 'newer').map((one) => one.stub),
    bad: read.filter((one) => one.kind === 'bad'),
  };
}

/** The mappings that can be read. */
export function readMappings(raw: readonly unknown[]): IdMapping[] {
  return raw.flatMap((one) => {
    const parsed = idMappingSchema.safeParse(one);
    return parsed.success ? [parsed.data] : [];
  });
}

/** The counters of the queue, in one record that changes with it. Older builds read `count` and `rev`. */
export interface QueueMeta {
  name: 'queue';
  /** The last place given. */
  seq: number;
  /** Entries on disk, quarantined ones included. */
  count: number;
  /** Grows with every change of `count`. */
  rev: number;
  /** The `rev` up to which the order index is complete. An older build does not write it: the index is made anew. */
  orderRev: number;
}

const countOf = (raw: unknown) => (isCount(raw) ? raw : 0);

/** Says that the index and the counters must be made anew. */
const NOT_INDEXED = -1;

/** The counters as noted; where they can't be read, or fall behind `lastSeq`, the last place on disk, they are made anew. */
export function readMeta(raw: unknown, lastSeq = 0): QueueMeta {
  const { seq, count, rev, orderRev } = asRecord(raw);
  const isWhole = raw === undefined || [seq, count, rev].every(isCount);
  const isIndexed = isWhole && countOf(seq) >= lastSeq;
  return {
    name: 'queue',
    seq: Math.max(countOf(seq), lastSeq),
    count: countOf(count),
    rev: countOf(rev),
    orderRev: isIndexed ? countOf(orderRev) : NOT_INDEXED,
  };
}

/** The counters after entries came or went. */
export function changedMeta(meta: QueueMeta, change: { count: number; seq?: number }): QueueMeta {
  const rev = meta.rev + 1;
  const orderRev = meta.orderRev === meta.rev ? rev : meta.orderRev;
  return { name: 'queue', seq: change.seq ?? meta.seq, count: meta.count + change.count, rev, orderRev };
}

/** What is noted of a pass, once for all its sends (offline model, point 7). */
export interface PassRecord {
  name: 'pass';
  /** The pass that noted `openSeq`: its name among the activities. Empty when none is running. */
  id: string;
  /** Entries up to this place in the order may reach the server in the running pass; 0 when none is running. */
  openSeq: number;
  /** Until when the server asked to be left alone, ms since 1970; 0 for no such wish. */
  restUntil: number;
  /** When the server asked for that, ms since 1970. */
  restSince: number;
}

/** A wish of the server to be left alone; zeros for none. */
export type Rest = Pick<PassRecord, 'restUntil' | 'restSince'>;

export const NO_REST: Rest = { restUntil: 0, restSince: 0 };

/** The wish as noted, whether its time is over or not. */
export function notedRestOf(rawPass: unknown): Rest {
  const { restUntil, restSince } = asRecord(rawPass);
  return { restUntil: countOf(restUntil), restSince: countOf(restSince) };
}

/** The wish that still holds; none once its time is over, or the clock was set back to before it. */
export function restOf(rawPass: unknown, now: number): Rest {
  const rest = notedRestOf(rawPass);
  return rest.restSince > now || isDue(rest.restUntil, now) ? NO_REST : rest;
}

/** Up to which place a pass has noted that it sends; 0 for none. A note that can't be read may say any place. */
export function openSeqOf(rawPass: unknown): number {
  const { openSeq } = asRecord(rawPass);
  return rawPass === undefined || isCount(openSeq) ? countOf(openSeq) : Number.MAX_SAFE_INTEGER;
}

/** The pass that noted up to which place it sends; an empty text for none, or for one of an earlier build. */
export function passIdOf(rawPass: unknown): string {
  return asText(asRecord(rawPass).id);
}

/**
 * Up to which place entries may have reached the server without a mark. A pass marks what it sends: its note counts
 * once it is over without having taken the note back. `activities`: what was under way before the note was read, a
 * running pass among it; `null` where the caller is the one pass that runs, or does not care.
 */
export function suspectSeqOf(rawPass: unknown, activities: ReadonlySet<string> | null): number {
  return activities === null || activities.has(passIdOf(rawPass)) ? 0 : openSeqOf(rawPass);
}
