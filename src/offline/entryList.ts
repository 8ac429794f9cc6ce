import { bySeq, type EntrySummary } from './entry';

/*
 * The list of entries, changed as the plain array it is. Through Immer's drafts each look over ten thousand of them
 * would make ten thousand proxies, and saving a change would take longer the more of them wait.
 */

type Entries = readonly EntrySummary[];

/** Frozen here; else Immer looks at every entry to freeze it, and a pass removes thousands, one by one. */
const frozen = (entries: EntrySummary[]) => Object.freeze(entries) as EntrySummary[];

/** The list without these. */
export function withoutEntries(entries: Entries, ids: readonly string[]): EntrySummary[] {
  if (ids.length === 1) return frozen(entries.filter(({ id }) => id !== ids[0]));
  const gone = new Set(ids);
  return frozen(entries.filter(({ id }) => !gone.has(id)));
}

/** The list with this entry in its position. It replaces an earlier entry of the same id. */
export function upsertEntry(entries: Entries, entry: EntrySummary): EntrySummary[] {
  const others = entries.some(({ id }) => id === entry.id) ? withoutEntries(entries, [entry.id]) : entries;
  const last = others.at(-1);
  if (!last || bySeq(last, entry) < 0) return frozen([...others, entry]);
  return frozen([...others, entry].sort(bySeq));
}
