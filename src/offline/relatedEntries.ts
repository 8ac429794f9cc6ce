import type { OrderedEntry } from './entry';
import type { ResolveId } from './localIds';
import { recordInPath } from './nouns';

/* How an entry relates to another one, for the outbox and its forms. */

/** The keys of the entries that create or change the record that this one changes; none for a create. */
export function sameRecordKeys(entry: OrderedEntry, resolve: ResolveId): string[] {
  const record = recordInPath(entry.path);
  if (!record) return [];
  const id = resolve(record.id);
  return [`created ${id}`, `changed ${record.noun} ${id}`];
}

/** The entries that need what this one creates, directly or through another entry. */
export function dependantsOf<E extends OrderedEntry>(entry: OrderedEntry, entries: readonly E[]): E[] {
  const created = new Set(entry.creates === null ? [] : [entry.creates]);
  return entries.filter((other) => {
    const needsIt = other.id !== entry.id && other.localIdRefs.some((id) => created.has(id));
    if (needsIt && other.creates !== null) created.add(other.creates);
    return needsIt;
  });
}
