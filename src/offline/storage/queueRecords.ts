import { asNumber, asRecord, asText, type UnknownRecord } from '../../api/parsers/values';
import { type EntryState, type EntrySummary, freshState, type QueueEntry, summarize } from '../entry';
import { callNamed } from '../queuedWrites';
import { isDue } from '../replay/backoff';
import { entryStateSchema, queueEntrySchema } from './entrySchema';
import { ENTRY_VERSION, migrateEntry, migrateState } from './entryMigrations';
import { isCount } from './validators';

/** An entry as read from disk. */
export interface StoredEntry {
  entry: QueueEntry;
  summary: EntrySummary;
  /** Whether an `EntryState` is stored: after a try, or after the report to the person that the change is saved. */
  isMarked: boolean;
}

/** Whether an entry was reported to a person as saved. Until it is, it belongs to the form that is sending it. */
export const isReported = ({ entry, isMarked }: StoredEntry) => isMarked || !entry.firstTry;

type ReadEntry =
  | ({ kind: 'entry' } & StoredEntry)
  /** Written by a newer build: left as it is. */
  | { kind: 'newer'; stub: EntrySummary }
  /** Cannot be read, will be quarantined. */
  | { kind: 'bad'; id: string; reason: string };

/** The id of a record, readable or not. */
export function idOf(raw: unknown): string {
  return asText(asRecord(raw).id);
}

/**
 * The readable fields of a newer build's record, so that dependent entries wait for it, and screens show a visit that
 * it submits as submitted.
 */
function stubOf(raw: UnknownRecord): QueueEntry {
  return {
    id: asText(raw.id),
    // A number that is no date counts as 1970.
    ts: new Date(countOf(raw.ts)).getTime() || 0,
    path: asText(raw.path),
    method: 'PATCH',
    body: raw.body,
    v: ENTRY_VERSION,
    seq: countOf(raw.seq),
    userId: asText(raw.userId),
    call: callNamed(raw.call),
    creates: asText(raw.creates) || null,
    visitId: asText(raw.visitId) || null,
    locationId: asText(raw.locationId) || null,
    baseVersion: asNumber(raw.baseVersion),
    over: asText(raw.over) || null,
    pricesAsOf: null,
    unitPrices: null,
    firstTry: raw.firstTry !== false,
  };
}

/**
 * The state of an entry as stored, or the state of an entry without marks. An unreadable state counts as one that may
 * have arrived.
 */
function readState(entry: QueueEntry, rawState: unknown, suspectSeq: number): { state: EntryState; isMarked: boolean } {
  const isMarked = rawState !== undefined;
  // Most waiting entries were never tried and have no state. A parse of each would throw an error.
  const stored = isMarked ? entryStateSchema.safeParse(migrateState(rawState)) : null;
  const state = stored?.success ? stored.data : freshState(entry);
  const isSuspect = stored?.success === false || entry.seq <= suspectSeq;
  return { state: isSuspect ? { ...state, mayHaveArrived: true } : state, isMarked };
}

/** Reads one record and the state beside it; `suspectSeq` as `suspectSeqOf` gives it. Never throws. */
export function readEntry(rawEntry: unknown, rawState: unknown, suspectSeq: number): ReadEntry {
  try {
    const migrated = migrateEntry(rawEntry);
    const entry = migrated === 'newer' ? stubOf(asRecord(rawEntry)) : queueEntrySchema.parse(migrated);
    const { state, isMarked } = readState(entry, rawState, suspectSeq);
    const summary = summarize(entry, state);
    return migrated === 'newer' ? { kind: 'newer', stub: summary } : { kind: 'entry', entry, summary, isMarked };
  } catch (error) {
    return { kind: 'bad', id: idOf(rawEntry), reason: error instanceof Error ? error.message : String(error) };
  }
}

/** The counters of the queue, in one record that changes with it. Older builds read `count` and `rev`. */
export interface QueueMeta {
  name: 'queue';
  /** The last assigned position. */
  seq: number;
  /** Entries on disk, quarantined ones included. */
  count: number;
  /** Grows with every change of `count`. */
  rev: number;
  /**
   * The `rev` up to which the order index is complete. A build with other keys does not write this field; then the
   * index is rebuilt. So a change of the keys renames it (before: `orderRev`).
   */
  indexRev: number;
}

const countOf = (raw: unknown) => (isCount(raw) ? raw : 0);

/** The value that means: rebuild the index and the counters. */
const NOT_INDEXED = -1;

/**
 * The stored counters. If they cannot be read, or are behind `lastSeq`, the last position on disk, they are rebuilt.
 */
export function readMeta(raw: unknown, lastSeq = 0): QueueMeta {
  const { seq, count, rev, indexRev } = asRecord(raw);
  const isWhole = raw === undefined || [seq, count, rev].every(isCount);
  const isIndexed = isWhole && countOf(seq) >= lastSeq;
  return {
    name: 'queue',
    seq: Math.max(countOf(seq), lastSeq),
    count: countOf(count),
    rev: countOf(rev),
    indexRev: isIndexed ? countOf(indexRev) : NOT_INDEXED,
  };
}

/** The counters after entries were added or removed. */
export function changedMeta(meta: QueueMeta, change: { count: number; seq?: number }): QueueMeta {
  const rev = meta.rev + 1;
  const indexRev = meta.indexRev === meta.rev ? rev : meta.indexRev;
  return { name: 'queue', seq: change.seq ?? meta.seq, count: meta.count + change.count, rev, indexRev };
}

/** The record of a pass, written once for all its sends (invariant 34). */
export interface PassRecord {
  name: 'pass';
  /** The pass that wrote `openSeq`: its name among the activities. Empty when none is running. */
  id: string;
  /** The running pass may send entries up to this position; 0 when none is running. */
  openSeq: number;
  /** The end of the pause that the server asked for, ms since 1970; 0 for none. */
  restUntil: number;
  /** When the server asked for that, ms since 1970. */
  restSince: number;
}

/** A pause that the server asked for; zeros for none. */
export interface ServerPause {
  /** The end of the pause, ms since 1970; 0 for none. */
  until: number;
  /** When the server asked for it, ms since 1970. */
  since: number;
}

export const NO_PAUSE: ServerPause = { until: 0, since: 0 };

/** A pause of `ms` that the server asks for at `since`, ms since 1970. */
export const pauseFrom = (since: number, ms: number): ServerPause => ({ until: since + ms, since });

/** The stored pause, whether it is over or not. */
function storedPauseOf(rawPass: unknown): ServerPause {
  const { restUntil, restSince } = asRecord(rawPass);
  return { until: countOf(restUntil), since: countOf(restSince) };
}

/** The pause that still applies; none once it is over, or when the clock was set back to before its start. */
export function currentPauseOf(rawPass: unknown, now: number): ServerPause {
  const pause = storedPauseOf(rawPass);
  return pause.since > now || isDue(pause.until, now) ? NO_PAUSE : pause;
}

/**
 * Whether a pause of the server applies (invariant 35): it asked for one, and no person has pressed Sync now since.
 * `syncRequestedAt`: the time of that press, ms since 1970; `null` for none. A press in the future was before the clock
 * was set back, and may have been before the pause.
 */
export const isPaused = ({ until, since }: ServerPause, syncRequestedAt: number | null, now: number) =>
  until > 0 && (syncRequestedAt === null || syncRequestedAt < since || syncRequestedAt > now);

/** The position up to which a pass may send; 0 for none. If the record is unreadable, every entry counts as sent. */
export function openSeqOf(rawPass: unknown): number {
  const { openSeq } = asRecord(rawPass);
  return rawPass === undefined || isCount(openSeq) ? countOf(openSeq) : Number.MAX_SAFE_INTEGER;
}

/** The name of the pass that wrote the record; empty for none, or for one of an earlier build. */
export function passIdOf(rawPass: unknown): string {
  return asText(asRecord(rawPass).id);
}

/**
 * The position up to which an interrupted pass may have sent entries without marking them; 0 for none. A pass stores
 * its record before it sends, and clears it when every try is marked. So a record whose pass is not among `activities`
 * belongs to an interrupted pass. `null` for `activities`: the caller is the running pass, or does not need to know.
 */
export function suspectSeqOf(rawPass: unknown, activities: ReadonlySet<string> | null): number {
  return activities === null || activities.has(passIdOf(rawPass)) ? 0 : openSeqOf(rawPass);
}
