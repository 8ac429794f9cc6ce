import { asRecord, asText } from '../../api/parsers/values';
import { DAY_MS } from '../../domain/durations';
import type { IdMapping } from '../entry';
import {
  openSeqOf,
  type QueueMeta,
  type ReadQueue,
  readEntries,
  readMappings,
  readMeta,
  suspectSeqOf,
} from './queueRecords';
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
}

/** Reads all records without parsing them, so that the storage responds as soon as possible. */
export async function readRawQueue(tx: RecordTransaction): Promise<RawQueue> {
  const [entries, states, idMap, quarantine, meta, pass] = await Promise.all([
    tx.getAll('entries'),
    tx.getAll('states'),
    tx.getAll('idMap'),
    tx.getAll('quarantine'),
    tx.get('meta', 'queue'),
    tx.get('meta', 'pass'),
  ]);
  return { entries, states, idMap, quarantine, meta, pass };
}

/** The parsed queue. */
export interface ParsedQueue extends ReadQueue {
  mappings: IdMapping[];
  /** The ids of the quarantined records. */
  quarantined: string[];
  meta: QueueMeta;
  /** The position up to which a running or interrupted pass may send; 0 for none. */
  openSeq: number;
}

/** Parses the records; thousands of them take a while. `activities` as in `suspectSeqOf`. */
export function parseQueue(raw: RawQueue, activities: ReadonlySet<string> | null): ParsedQueue {
  const read = readEntries(raw.entries, raw.states, suspectSeqOf(raw.pass, activities));
  const places = [...read.entries.map(({ entry }) => entry), ...read.newer];
  return {
    ...read,
    mappings: readMappings(raw.idMap),
    quarantined: raw.quarantine.map((one) => asText(asRecord(one).id)),
    meta: readMeta(
      raw.meta,
      places.reduce((last, { seq }) => Math.max(last, seq), 0),
    ),
    openSeq: openSeqOf(raw.pass),
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
