import type { OrderedEntry } from './entry';
import { type ResolveId, resolverOf, type ServerIds } from './localIds';
import { recordInPath } from './nouns';
import { createsDelivery, isRefusedAsSubmitted, queuedCall } from './queuedWrites';

/*
 * Which entry waits for which (invariant 16). Each entry has two lists of keys: `keysOf` names what it writes,
 * `waitKeysOf` what it waits for. An entry waits for each earlier entry of its user that has one of these keys. The
 * disk stores the keys as an index, a pass holds them in a map. A submit also waits for later deliveries of its visit,
 * unless they were refused because the visit is submitted.
 */

/** The record that a path writes to; `null` for a create. */
function resourceOf(path: string, resolve: ResolveId): string | null {
  const record = recordInPath(path);
  return record && `${record.noun} ${resolve(record.id)}`;
}

/** The visit of an entry, for one user. */
const visitKey = ({ userId, visitId }: OrderedEntry, resolve: ResolveId) => `${userId} ${visitId && resolve(visitId)}`;

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
    ...queuedCall(entry.call).keys(entry),
  ]);
}

/** The keys that this entry waits for. Two deliveries of one visit do not wait for each other. */
export function waitKeysOf(entry: OrderedEntry, resolve: ResolveId): string[] {
  const resource = resourceOf(entry.path, resolve);
  const call = queuedCall(entry.call);
  return compact([
    ...entry.localIdRefs.map((id) => `created ${id}`),
    resource !== null && `changed ${resource}`,
    call.waitsForVisit && entry.visitId !== null && `in ${resolve(entry.visitId)}`,
    ...call.waitKeys(entry),
  ]);
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
 * For each submit, the newest delivery that was made later and that its visit can still take. Only for the screens: a
 * pass asks the disk (`hasLaterDelivery`).
 */
function laterDeliveries(entries: readonly OrderedEntry[], resolve: ResolveId): ReadonlyMap<string, string> {
  const submits = entries.filter(({ call }) => queuedCall(call).kind === 'submit');
  const newest = new Map<string, OrderedEntry>();
  for (const entry of submits.length > 0 ? entries : []) {
    const key = visitKey(entry, resolve);
    const isLater = (newest.get(key)?.seq ?? 0) < entry.seq;
    if (createsDelivery(entry.call) && isLater && !isRefusedAsSubmitted(entry)) newest.set(key, entry);
  }
  const found = submits.map((submit) => ({ submit, delivery: newest.get(visitKey(submit, resolve)) }));
  return new Map(
    found.flatMap(({ submit, delivery }): [string, string][] =>
      delivery && delivery.seq > submit.seq ? [[submit.id, delivery.id]] : [],
    ),
  );
}

/**
 * Returns a function that gives, for each entry that waits, the id of the entry that it waits for. The list mostly
 * grows at its end, so it reuses the results of the last call for entries that were in that list.
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
    const later = laterDeliveries(entries, resolverOf(serverIds));
    return later.size === 0 ? found : new Map([...later, ...found]);
  };
}
