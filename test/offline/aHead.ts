import { summarize } from '../../src/offline/entry';
import { freshState } from '../../src/offline/storage/queueRecords';
import type { EntrySummary, EntryState, QueueEntry } from '../../src/offline/entry';

/** An entry on disk; give what matters to the test. */
export function anEntry(given: Partial<QueueEntry> = {}): QueueEntry {
  return {
    id: `e${given.seq ?? 1}`,
    ts: 1_000,
    path: '/deliveries',
    method: 'POST',
    body: {},
    v: 1,
    seq: 1,
    userId: 'ann',
    call: 'createDelivery',
    creates: null,
    visitId: null,
    locationId: null,
    ...given,
  };
}

/** Its head as Redux keeps it. */
export function aHead(given: Partial<QueueEntry> = {}, state: Partial<EntryState> = {}): EntrySummary {
  const entry = anEntry(given);
  return summarize(entry, { ...freshState(entry.id), ...state });
}
