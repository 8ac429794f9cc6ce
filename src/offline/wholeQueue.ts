import { readMappings, readMeta, readQueue } from './queueRecords';
import type { RecordTransaction } from './recordStore';

/** Where the queue's records lie. */
export const QUEUE_STORES = ['entries', 'states', 'idMap', 'meta', 'quarantine'] as const;

export interface RawQueue {
  entries: unknown[];
  states: unknown[];
  idMap: unknown[];
  quarantine: unknown[];
  meta: unknown;
}

/** Everything on disk as it lies there: nothing but reading, so that the storage answers as soon as it can. */
export async function rawQueue(tx: RecordTransaction): Promise<RawQueue> {
  const [entries, states, idMap, quarantine, meta] = await Promise.all([
    tx.getAll('entries'),
    tx.getAll('states'),
    tx.getAll('idMap'),
    tx.getAll('quarantine'),
    tx.get('meta', 'queue'),
  ]);
  return { entries, states, idMap, quarantine, meta };
}

/** What the records say. Thousands of them take a while. */
export function readWholeQueue({ entries, states, idMap, quarantine, meta }: RawQueue) {
  return {
    ...readQueue(entries, states),
    mappings: readMappings(idMap),
    setAside: quarantine.map((one) => String((one as { id?: unknown }).id)),
    meta: readMeta(meta),
  };
}

const MAPPING_KEPT_MS = 30 * 24 * 60 * 60 * 1000;

/** Old mappings whose local id no entry mentions: whatever the clock says, what waits can still be sent. */
export function mappingsToForget({ mappings, entries, newer }: ReturnType<typeof readWholeQueue>, now: number) {
  const old = mappings.filter((mapping) => mapping.at < now - MAPPING_KEPT_MS);
  if (old.length === 0) return old;
  const waiting = [...entries.map(({ head }) => head), ...newer];
  const needed = new Set(waiting.flatMap(({ mentions, visitId }) => [...mentions, visitId]));
  return old.filter(({ localId }) => !needed.has(localId));
}
