import type { OrderedEntry } from './entry';
import { type ResolveId, resolverOf, type ServerIds } from './localIds';
import { recordInPath } from './nouns';
import { createsVisit, rowOf } from './queuedWrites';

/*
 * Which entry waits for which (invariant 16). Each entry has two lists of keys: `keysOf` names what it writes,
 * `waitKeysOf` what it waits for. An entry waits for each earlier entry of its user that has one of these keys. The
 * disk stores the keys as an index, a pass holds them in a map.
 */

/** The record that a path writes to; `null` for a create. */
function resourceOf(path: string, resolve: ResolveId): string | null {
  const record = recordInPath(path);
  return record && `${record.noun} ${resolve(record.id)}`;
}

function compact(keys: (string | null | false)[]): string[] {
  return keys.filter((key) => key !== null && key !== false);
}

/** The keys by which later entries find this one. */
export function keysOf(entry: OrderedEntry, resolve: ResolveId): string[] {
  const resource = resourceOf(entry.path, resolve);
  return compact([
    entry.creates !== null && `created ${entry.creates}`,
    resource !== null && `changed ${resource}`,
    entry.visitId !== null && `in ${resolve(entry.visitId)}`,
    ...rowOf(entry.call).keys(entry),
  ]);
}

/** The keys that this entry waits for. Two deliveries of one visit do not wait for each other. */
export function waitKeysOf(entry: OrderedEntry, resolve: ResolveId): string[] {
  const resource = resourceOf(entry.path, resolve);
  const row = rowOf(entry.call);
  return compact([
    ...entry.localIdRefs.map((id) => `created ${id}`),
    resource !== null && `changed ${resource}`,
    row.waitsForVisit && entry.visitId !== null && `in ${resolve(entry.visitId)}`,
    ...row.waitKeys(entry),
  ]);
}

/** The keys of the entries that create or change the record that this one changes; none for a create. */
export function sameRecordKeys(entry: OrderedEntry, resolve: ResolveId): string[] {
  const record = recordInPath(entry.path);
  if (!record) return [];
  const id = resolve(record.id);
  return [`created ${id}`, `changed ${record.noun} ${id}`];
}

/** Whether an entry still waits for the same entries, and the same entries for it. */
export function isUnmoved(entry: OrderedEntry, before: OrderedEntry, resolve: ResolveId): boolean {
  const positionOf = (one: OrderedEntry) =>
    [one.seq, ...keysOf(one, resolve), '', ...waitKeysOf(one, resolve)].join('\n');
  return positionOf(entry) === positionOf(before);
}

/** The earliest entry of each key. */
export interface Blockers {
  add(entry: OrderedEntry): void;
  /** The id of an earlier entry of the same user that this one waits for; `null` for none. */
  find(entry: OrderedEntry): string | null;
}

/** An empty set of blockers. `resolve` gives the server's id of a local one as far as it is known. */
export function createBlockers(resolve: ResolveId): Blockers {
  const first = new Map<string, OrderedEntry>();
  const ownKey = (entry: OrderedEntry, key: string) => `${entry.userId} ${key}`;
  return {
    add(entry) {
      for (const key of keysOf(entry, resolve)) {
        const known = first.get(ownKey(entry, key));
        if (!known || known.seq > entry.seq) first.set(ownKey(entry, key), entry);
      }
    },
    find(entry) {
      for (const key of waitKeysOf(entry, resolve)) {
        const blocker = first.get(ownKey(entry, key));
        if (blocker && blocker.id !== entry.id && blocker.seq < entry.seq) return blocker.id;
      }
      return null;
    },
  };
}

/**
 * For each start, a later submit that it waits for: at its location, and before it until a correction moved the submit
 * to the end of the order. Sent before the submit, the start would continue the visit that it ends.
 */
export function laterSubmits(entries: readonly OrderedEntry[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const submit of entries) {
    const { movedFrom, seq, userId, locationId } = submit;
    if (movedFrom === null) continue;
    for (const start of entries) {
      const isBetween = start.seq > movedFrom && start.seq < seq;
      const isThere = locationId === null || start.locationId === locationId;
      if (isBetween && isThere && createsVisit(start.call) && start.userId === userId) found.set(start.id, submit.id);
    }
  }
  return found;
}

/**
 * Returns a function that gives, for each entry that waits, the id of the entry that it waits for. The list mostly grows
 * at its end, so it reuses the results of the last call for entries that were in that list.
 */
export function createBlockedBy(): (
  entries: readonly OrderedEntry[],
  serverIds: ServerIds,
) => ReadonlyMap<string, string> {
  let last = {
    serverIds: {} as ServerIds,
    entries: [] as readonly OrderedEntry[],
    blockers: createBlockers((id) => id),
  };
  let found: ReadonlyMap<string, string> = new Map();
  return (entries, serverIds) => {
    const hasGrown = last.serverIds === serverIds && last.entries.every((entry, at) => entry === entries[at]);
    const blockers = hasGrown ? last.blockers : createBlockers(resolverOf(serverIds));
    const added = entries.slice(hasGrown ? last.entries.length : 0).flatMap((entry): [string, string][] => {
      const blocker = blockers.find(entry);
      blockers.add(entry);
      return blocker === null ? [] : [[entry.id, blocker]];
    });
    if (!hasGrown || added.length > 0) found = new Map([...(hasGrown ? found : []), ...added]);
    last = { serverIds, entries, blockers };
    const later = laterSubmits(entries);
    return later.size === 0 ? found : new Map([...later, ...found]);
  };
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
