import { bySeq, type EntrySummary, type IdMapping } from './entry';

/*
 * The list of entries is changed as a plain array. As an Immer draft, each pass over ten thousand entries would create
 * ten thousand proxies, so a save would take longer the more entries wait.
 */

type Entries = readonly EntrySummary[];

/** A change of the queue, made after its commit to the disk. */
export interface QueueEdit {
  /** The ids of entries that are gone. */
  removed?: readonly string[];
  /** Entries that are new, or in a new state. */
  put?: Entries;
  mappings?: readonly IdMapping[];
}

/** Frozen here. Otherwise Immer visits every entry to freeze it, each time a pass removes one of thousands. */
const frozen = (entries: EntrySummary[]) => Object.freeze(entries) as EntrySummary[];

/** The list without the entries of these ids. */
export function withoutEntries(entries: Entries, ids: readonly string[]): EntrySummary[] {
  if (ids.length === 1) return frozen(entries.filter(({ id }) => id !== ids[0]));
  const gone = new Set(ids);
  return frozen(entries.filter(({ id }) => !gone.has(id)));
}

/** The list with this entry at its position. It replaces an entry of the same id. */
export function upsertEntry(entries: Entries, entry: EntrySummary): EntrySummary[] {
  const others = entries.some(({ id }) => id === entry.id) ? withoutEntries(entries, [entry.id]) : entries;
  const last = others.at(-1);
  if (!last || bySeq(last, entry) < 0) return frozen([...others, entry]);
  return frozen([...others, entry].sort(bySeq));
}

/** The list after an edit. */
export function editEntries(entries: Entries, { removed = [], put = [] }: QueueEdit): EntrySummary[] {
  const left = removed.length > 0 ? withoutEntries(entries, removed) : entries;
  return put.reduce(upsertEntry, left) as EntrySummary[];
}
