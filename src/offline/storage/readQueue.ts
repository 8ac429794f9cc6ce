import { DAY_MS } from '../../domain/durations';
import { bySeq, type IdMapping, type EntrySummary } from '../entry';
import { endedIds } from './endedWrites';
import { idMappingSchema } from './entrySchema';
import { idOf, type QueueMeta, readEntry, readMeta, type StoredEntry, suspectSeqOf } from './queueRecords';
import type { RecordTransaction } from './recordStore';

/** The object stores of the queue's records. */
export const QUEUE_STORES = ['entries', 'states', 'idMap', 'meta', 'quarantine'] as const;

export interface RawQueue {
  entries: unknown[];
  states: unknown[];
  idMap: unknown[];
  quarantine: unknown[];
  meta: unknown;
  pass: unknown;
  ended: string[];
}

/** Reads all records without parsing them, so that the storage responds as soon as possible. */
export async function readRawQueue(tx: RecordTransaction): Promise<RawQueue> {
  const [entries, states, idMap, quarantine, meta, pass, ended] = await Promise.all([
    tx.getAll('entries'),
    tx.getAll('states'),
    tx.getAll('idMap'),
    tx.getAll('quarantine'),
    tx.get('meta', 'queue'),
    tx.get('meta', 'pass'),
    endedIds(tx),
  ]);
  return { entries, states, idMap, quarantine, meta, pass, ended };
}

/** The parsed queue. */
export interface ParsedQueue {
  /** In the order in which they were made. */
  entries: StoredEntry[];
  newer: EntrySummary[];
  bad: { id: string; reason: string }[];
  mappings: IdMapping[];
  /** The number of quarantined records. */
  quarantined: number;
  meta: QueueMeta;
  /** The ids of writes that a person discarded, or replaced under another id. */
  ended: string[];
}

/** Parses the records; thousands of them take a while. `activities` as in `suspectSeqOf`. */
export function parseQueue(raw: RawQueue, activities: ReadonlySet<string> | null): ParsedQueue {
  const states = new Map(raw.states.map((state) => [idOf(state), state]));
  const suspectSeq = suspectSeqOf(raw.pass, activities);
  const read = raw.entries.map((entry) => readEntry(entry, states.get(idOf(entry)), suspectSeq));
  const entries = read.filter((one) => one.kind === 'entry').sort((a, b) => bySeq(a.entry, b.entry));
  const newer = read.filter((one) => one.kind === 'newer').map(({ stub }) => stub);
  const lastSeq = newer.reduce((last, { seq }) => Math.max(last, seq), entries.at(-1)?.entry.seq ?? 0);
  return {
    entries,
    newer,
    bad: read.filter((one) => one.kind === 'bad'),
    mappings: raw.idMap
      .map((mapping) => idMappingSchema.safeParse(mapping))
      .flatMap((one) => (one.success ? one.data : [])),
    quarantined: raw.quarantine.length,
    meta: readMeta(raw.meta, lastSeq),
    ended: raw.ended,
  };
}

const MAPPING_LIFETIME_MS = 30 * DAY_MS;

/** Old mappings whose local id no entry contains. A mapping that an entry needs stays, even if the clock jumps. */
export function expiredMappings({ mappings, entries, newer }: ParsedQueue, now: number): IdMapping[] {
  const old = mappings.filter((mapping) => mapping.at < now - MAPPING_LIFETIME_MS);
  if (old.length === 0) return old;
  const waiting = [...entries.map(({ summary }) => summary), ...newer];
  const needed = new Set(waiting.flatMap(({ localIdRefs, visitId }) => [...localIdRefs, visitId]));
  return old.filter(({ localId }) => !needed.has(localId));
}
