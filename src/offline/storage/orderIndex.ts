import { asRecord } from '../../api/parsers/values';
import { keysOf, waitKeysOf } from '../dependencies';
import { type EntryState, type IdMapping, type QueueEntry, freshState, summarize } from '../entry';
import type { ResolveId } from '../localIds';
import {
  callNamed,
  createsDelivery,
  createsVisit,
  isRefusedAsSubmitted,
  isVisitOver,
  queuedCall,
} from '../queuedWrites';
import { entryStateSchema } from './entrySchema';
import type { RecordTransaction } from './recordStore';

/*
 * The index of which entry waits for which: a record in `meta` for every key of an entry (`dependencies.ts`). The name
 * of the record contains the key, the position in the order and the id of the entry. The index is in an existing store,
 * so the database keeps its version and an older build can run beside this one. `QueueMeta.indexRev` shows whether such
 * a build has written meanwhile.
 */

const SEPARATOR = '\t';
const SEQ_DIGITS = 16;

const joined = (...parts: string[]) => parts.join(SEPARATOR);
const keyPrefix = (userId: string, key: string) => joined('group', userId, key, '');
const aliasPrefix = (serverId: string) => joined('alias', serverId, '');
const unresolved: ResolveId = (id) => id;

/** The names of an entry's records. They contain the ids as the entry has them, also after server ids are known. */
function recordNamesOf(entry: QueueEntry): string[] {
  const keys = keysOf(summarize(entry, freshState(entry)), unresolved);
  const position = joined(String(entry.seq).padStart(SEQ_DIGITS, '0'), entry.id);
  return keys.map((key) => keyPrefix(entry.userId, key) + position);
}

/** Adds an entry to the index. */
export async function addToIndex(tx: RecordTransaction, entry: QueueEntry): Promise<void> {
  await Promise.all(recordNamesOf(entry).map((name) => tx.put('meta', { name })));
}

/** Removes an entry from the index. */
export async function removeFromIndex(tx: RecordTransaction, entry: QueueEntry): Promise<void> {
  await Promise.all(recordNamesOf(entry).map((name) => tx.delete('meta', name)));
}

/** Removes entries that cannot be read from the index. Nothing waits for them. */
export async function removeUnreadable(tx: RecordTransaction, ids: readonly string[]): Promise<void> {
  const names = await tx.keys('meta', `group${SEPARATOR}`);
  const isOfOne = (name: string) => ids.some((id) => name.endsWith(SEPARATOR + id));
  await Promise.all(names.filter(isOfOne).map((name) => tx.delete('meta', name)));
}

/**
 * Stores an alias, so that the index finds entries with a local id by the server's id too. A visit may have several
 * local ids: a start at a location with an open visit returns that visit.
 */
async function addAlias(tx: RecordTransaction, { localId, serverId }: IdMapping): Promise<void> {
  await tx.put('meta', { name: aliasPrefix(serverId) + localId });
}

/** Stores the server's id of a local one. */
export async function putMapping(tx: RecordTransaction, mapping: IdMapping): Promise<void> {
  await Promise.all([tx.put('idMap', mapping), addAlias(tx, mapping)]);
}

/** The local ids of the record with this server id. */
async function localIdsOf(tx: RecordTransaction, serverId: string): Promise<string[]> {
  const names = await tx.keys('meta', aliasPrefix(serverId));
  return names.map((name) => name.slice(aliasPrefix(serverId).length));
}

interface Position {
  id: string;
  seq: number;
}

/** The entries with this key before this position in the order. */
async function entriesWith(tx: RecordTransaction, userId: string, key: string, before: number): Promise<Position[]> {
  const names = await tx.keys('meta', keyPrefix(userId, key));
  const positions = names.map((name): Position => {
    const [seq, id = ''] = name.split(SEPARATOR).slice(-2);
    return { id, seq: Number(seq) };
  });
  return positions.filter(({ seq }) => seq < before);
}

/** The other ids of the same record in the index: its server id, or its local ids. */
async function aliasesOf(tx: RecordTransaction, id: string): Promise<string[]> {
  const [mapping, localIds] = await Promise.all([tx.get('idMap', id), localIdsOf(tx, id)]);
  const serverId = (mapping as Partial<IdMapping> | undefined)?.serverId;
  if (serverId === undefined) return localIds;
  const others = await localIdsOf(tx, serverId);
  return [serverId, ...others.filter((other) => other !== id)];
}

/**
 * The earlier entries on disk with a key that this one waits for. One round of requests uses the ids as the entry has
 * them; a second one follows only for ids with an alias.
 */
async function earlierBlockers(tx: RecordTransaction, entry: QueueEntry): Promise<Position[]> {
  const summary = summarize(entry, freshState(entry));
  const ids = new Set<string>();
  const keys = new Set(
    waitKeysOf(summary, (id) => {
      ids.add(id);
      return id;
    }),
  );
  const findAll = (some: Iterable<string>) =>
    Promise.all([...some].map((key) => entriesWith(tx, entry.userId, key, entry.seq)));
  const known = Promise.all([...ids].map(async (id) => [id, await aliasesOf(tx, id)] as const));
  const [aliases, earlier] = await Promise.all([known.then((pairs) => new Map(pairs)), findAll(keys)]);
  const rounds = Math.max(0, ...[...aliases.values()].map((list) => list.length));
  const others = new Set<string>();
  for (let at = 0; at < rounds; at += 1) {
    for (const key of waitKeysOf(summary, (id) => aliases.get(id)?.[at] ?? id)) if (!keys.has(key)) others.add(key);
  }
  const found = [...earlier, ...(await findAll(others))];
  return found.flat().filter(({ id }) => id !== entry.id);
}

/** The state of an entry on the disk; `null` when it has none, or a damaged one. */
async function stateOf(tx: RecordTransaction, id: string): Promise<EntryState | null> {
  const parsed = entryStateSchema.safeParse(await tx.get('states', id));
  return parsed.success ? parsed.data : null;
}

/** The ids of the earlier entries on disk that this one must wait for, whichever tab made them (invariant 16). */
export async function findEarlier(tx: RecordTransaction, entry: QueueEntry): Promise<string[]> {
  const found = await earlierBlockers(tx, entry);
  const ids = [...new Set(found.map(({ id }) => id))];
  if (!createsVisit(entry.call)) return ids;
  // The index does not contain the states: a start does not wait for the submit of a visit that is over.
  const states = await Promise.all(ids.map((id) => stateOf(tx, id)));
  return ids.filter((_, at) => {
    const state = states[at];
    return !state || !isVisitOver(state);
  });
}

/** The ids of the entries on disk that change the record which this one creates, in their order. */
export async function changesOfCreated(
  tx: RecordTransaction,
  { userId, call, creates }: QueueEntry,
): Promise<string[]> {
  if (creates === null) return [];
  const key = `changed ${queuedCall(call).noun} ${creates}`;
  const found = await entriesWith(tx, userId, key, Number.POSITIVE_INFINITY);
  return found.sort((a, b) => a.seq - b.seq).map(({ id }) => id);
}

/**
 * Whether the visit of this submit has a delivery that was saved after the submit. A refused submit leaves the visit
 * open. Sent again before that delivery, the submit would end the visit without it. A delivery that was refused because
 * the visit is submitted does not count: it can only move to another visit.
 */
export async function hasLaterDelivery(tx: RecordTransaction, entry: QueueEntry): Promise<boolean> {
  if (queuedCall(entry.call).kind !== 'submit' || entry.visitId === null) return false;
  const ids = [entry.visitId, ...(await aliasesOf(tx, entry.visitId))];
  const found = await Promise.all(ids.map((id) => entriesWith(tx, entry.userId, `in ${id}`, Number.POSITIVE_INFINITY)));
  const later = found.flat().filter(({ seq }) => seq > entry.seq);
  const isWaitedFor = async ({ id }: { id: string }) => {
    const [found, state] = await Promise.all([tx.get('entries', id), stateOf(tx, id)]);
    return createsDelivery(callNamed(asRecord(found).call)) && !(state && isRefusedAsSubmitted(state));
  };
  return (await Promise.all(later.map(isWaitedFor))).includes(true);
}

/** Rebuilds the index, at the first start of this build and after an older build has written. */
export async function rebuildIndex(
  tx: RecordTransaction,
  entries: readonly QueueEntry[],
  mappings: readonly IdMapping[],
): Promise<void> {
  const stale = await Promise.all([tx.keys('meta', `group${SEPARATOR}`), tx.keys('meta', `alias${SEPARATOR}`)]);
  await Promise.all(stale.flat().map((name) => tx.delete('meta', name)));
  await Promise.all([
    ...entries.map((entry) => addToIndex(tx, entry)),
    ...mappings.map((mapping) => addAlias(tx, mapping)),
  ]);
}
