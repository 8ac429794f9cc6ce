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

/** Where the queue's records lie. */
export const QUEUE_STORES = ['entries', 'states', 'idMap', 'meta', 'quarantine'] as const;

export interface RawQueue {
  entries: unknown[];
  states: unknown[];
  idMap: unknown[];
  quarantine: unknown[];
  meta: unknown;
  pass: unknown;
}

/** Everything on disk as it lies there: nothing but reading, so that the storage answers as soon as it can. */
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

/** The queue as its records say. */
export interface ParsedQueue extends ReadQueue {
  mappings: IdMapping[];
  /** The ids of the quarantined records. */
  quarantined: string[];
  meta: QueueMeta;
  /** Up to which place a pass has noted that it sends, running or cut off; 0 for none. */
  openSeq: number;
}

/** What the records say. Thousands of them take a while. `activities` as `suspectSeqOf` takes it. */
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

const MAPPING_KEPT_MS = 30 * DAY_MS;

/** Old mappings whose local id no entry mentions: whatever the clock says, what waits can still be sent. */
export function mappingsToForget({ mappings, entries, newer }: ParsedQueue, now: number): IdMapping[] {
  const old = mappings.filter((mapping) => mapping.at < now - MAPPING_KEPT_MS);
  if (old.length === 0) return old;
  const waiting = [...entries.map(({ summary }) => summary), ...newer];
  const needed = new Set(waiting.flatMap(({ localIdRefs, visitId }) => [...localIdRefs, visitId]));
  return old.filter(({ localId }) => !needed.has(localId));
}
