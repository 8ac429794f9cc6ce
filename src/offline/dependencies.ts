import { idInPath, type OrderedEntry } from './entry';
import type { ResolveId } from './localIds';
import { rowOf } from './queuedWrites';

/*
 * What waits for what (invariant 16), as two lists of groups. An entry stands in the groups of its `marks`; it waits
 * for every earlier entry of its user that stands in one of its `probes`. The disk keeps the marks as an index, a pass
 * keeps them in a map: one rule for both.
 */

/** The thing that a path writes to; `null` for a create. */
function resourceOf(path: string, resolve: ResolveId): string | null {
  const visit = idInPath(path, 'visits');
  if (visit) return `visit ${resolve(visit)}`;
  const delivery = idInPath(path, 'deliveries');
  return delivery ? `delivery ${resolve(delivery)}` : null;
}

function given(groups: (string | null | false)[]): string[] {
  return groups.filter((group) => group !== null && group !== false);
}

/** The groups in which later entries find this one. */
export function marksOf(entry: OrderedEntry, resolve: ResolveId): string[] {
  const resource = resourceOf(entry.path, resolve);
  return given([
    entry.creates !== null && `created ${entry.creates}`,
    resource !== null && `changed ${resource}`,
    entry.visitId !== null && `in ${resolve(entry.visitId)}`,
    ...rowOf(entry.call).marks(entry),
  ]);
}

/** The groups that this entry waits for. Two deliveries of one visit are in no such group of each other. */
export function probesOf(entry: OrderedEntry, resolve: ResolveId): string[] {
  const resource = resourceOf(entry.path, resolve);
  const row = rowOf(entry.call);
  return given([
    ...entry.localIdRefs.map((id) => `created ${id}`),
    resource !== null && `changed ${resource}`,
    row.waitsForVisit && entry.visitId !== null && `in ${resolve(entry.visitId)}`,
    ...row.probes(entry),
  ]);
}

/** Entries by the groups they stand in, the earliest of each group first. */
export interface Blockers {
  add(entry: OrderedEntry): void;
  /** The id of an earlier entry of the same user that this one waits for; `null` for none. */
  find(entry: OrderedEntry): string | null;
}

/** An empty set of blockers. `resolve` gives the server's id of a local one as far as it is known. */
export function createBlockers(resolve: ResolveId): Blockers {
  const first = new Map<string, OrderedEntry>();
  const keyOf = (entry: OrderedEntry, group: string) => `${entry.userId} ${group}`;
  return {
    add(entry) {
      for (const mark of marksOf(entry, resolve)) {
        const key = keyOf(entry, mark);
        const known = first.get(key);
        if (!known || known.seq > entry.seq) first.set(key, entry);
      }
    },
    find(entry) {
      for (const probe of probesOf(entry, resolve)) {
        const blocker = first.get(keyOf(entry, probe));
        if (blocker && blocker.id !== entry.id && blocker.seq < entry.seq) return blocker.id;
      }
      return null;
    },
  };
}

/** The entry that each of the given ones waits for, by id; entries that wait for none are left out. */
export function blockedBy(entries: readonly OrderedEntry[], resolve: ResolveId): Map<string, string> {
  const blockers = createBlockers(resolve);
  const found = new Map<string, string>();
  for (const entry of entries) {
    const blocker = blockers.find(entry);
    if (blocker !== null) found.set(entry.id, blocker);
    blockers.add(entry);
  }
  return found;
}

/** The entries that can't be sent without what this one creates, those that need them in turn included. */
export function dependantsOf<E extends OrderedEntry>(entry: OrderedEntry, entries: readonly E[]): E[] {
  const created = new Set(entry.creates === null ? [] : [entry.creates]);
  return entries.filter((other) => {
    const needsIt = other.id !== entry.id && other.localIdRefs.some((id) => created.has(id));
    if (needsIt && other.creates !== null) created.add(other.creates);
    return needsIt;
  });
}
