import { type EntryState, type EntrySummary, freshState, type QueueEntry, summarize } from '../../../src/offline/entry';
import { ENTRY_VERSION } from '../../../src/offline/storage/entryMigrations';

/** An entry on disk; give what matters to the test. */
export function anEntry(given: Partial<QueueEntry> = {}): QueueEntry {
  return {
    id: `e${given.seq ?? 1}`,
    ts: 1_000,
    path: '/deliveries',
    method: 'POST',
    body: {},
    v: ENTRY_VERSION,
    seq: 1,
    userId: 'ann',
    call: 'createDelivery',
    creates: null,
    visitId: null,
    locationId: null,
    baseVersion: null,
    over: null,
    pricesAsOf: null,
    unitPrices: null,
    firstTry: false,
    ...given,
  };
}

/** The summary that Redux holds of an entry. */
export function aSummary(given: Partial<QueueEntry> = {}, state: Partial<EntryState> = {}): EntrySummary {
  const entry = anEntry(given);
  return summarize(entry, { ...freshState(entry), ...state });
}
