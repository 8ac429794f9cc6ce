import { asRecord, asText } from '../api/parsers/values';
import type { WriteBase } from '../api/client/writes';
import type { NewEntry } from './entry';
import { type ResolveId, resolveBody, resolvePath } from './localIds';
import { CANCELLED } from './replay/classify';
import { queuedCall } from './queuedWrites';
import type { StoredEntry } from './storage/queueRecords';
import type { Replacement } from './storage/replaceEntries';

/** The fields of an entry that an edit changes. Those that are absent stay as they are on disk. */
export interface EntryChange {
  /** Fields of the body. */
  part?: Record<string, unknown>;
  /** The version of another user that the person has seen, and that this change replaces. */
  baseVersion?: number | null;
  /** The prices that the person has seen, and the instant of their item list. */
  prices?: Pick<NewEntry, 'pricesAsOf' | 'unitPrices'>;
  /** Whether the person has seen a later waiting change of the record. It stays a change over this one. */
  isSuperseded?: boolean;
}

/** The visit that entries are moved into: its local or server id, and the start that creates it. */
export interface TargetVisit {
  id: string;
  /** What a moved change of the visit is made over. A further one is made over the moved one before it. */
  base: WriteBase;
  start: NewEntry | null;
  /** The ids of the visits that the entries leave. The id of this visit replaces them in path and body. */
  oldIds: readonly string[];
}

/** An entry that is moved, and the new id for the case that its own may not be used again. */
export interface MovedEntry {
  id: string;
  newId: string;
}

/**
 * Whether a form that was opened over the old entry has shown something else than what is recorded now: other prices,
 * or other content than the one that the person chose beside another user's version. A change that it saves later must
 * conflict. "Send mine" records what the form has shown.
 */
export const isUnseen = (
  { pricesAsOf }: Pick<NewEntry, 'pricesAsOf'>,
  { part, prices, baseVersion, isSuperseded = false }: EntryChange,
): boolean => {
  const isOverTheirs = part !== undefined && baseVersion !== undefined;
  return !isSuperseded && (isOverTheirs || (prices !== undefined && prices.pricesAsOf !== pricesAsOf));
};

/**
 * The entry with the change. It has `newId` if its own id may have reached the server, or was cancelled there, or if
 * changes over the two must be told apart (`isUnseen`).
 */
export function changedEntry({ entry: old, summary }: StoredEntry, newId: string, change: EntryChange): NewEntry {
  const { baseVersion, prices, part } = change;
  const isUsed = summary.mayHaveArrived || summary.lastError?.status === CANCELLED;
  const id = isUsed || isUnseen(old, change) ? newId : old.id;
  const { seq: _seq, ...entry } = old;
  // Another tab may have moved the entry since the form read it.
  const body = part ? { ...asRecord(old.body), ...part } : old.body;
  const locationId = asText(asRecord(body).location) || entry.locationId;
  const base = baseVersion === undefined ? {} : { baseVersion, over: null };
  // It keeps its local id (`creates`), because the entries that wait for it contain that id.
  return { ...entry, ...base, ...prices, id, body, locationId, firstTry: false };
}

/** What replaces these entries when they are moved into another visit. `found` and `moved` are in the same order. */
export function movedEntries(
  found: readonly StoredEntry[],
  moved: readonly MovedEntry[],
  { id: visitId, base, oldIds }: TargetVisit,
): Replacement[] {
  const resolve: ResolveId = (id) => (oldIds.includes(id) ? visitId : id);
  let { over } = base;
  return found.flatMap((old): Replacement[] => {
    const to = moved.find(({ id }) => id === old.entry.id);
    if (!to) return [];
    const { path, body } = old.entry;
    const changed = changedEntry(old, to.newId, { part: asRecord(resolveBody(body, resolve)) });
    const entry = { ...changed, path: resolvePath(path, resolve), visitId };
    const replacement: Replacement = { oldId: old.entry.id, entry, toTheEnd: true };
    if (queuedCall(entry.call).noun !== 'visit') return [replacement];
    // The base version of one visit does not apply to another. The moved change gets a new id: a change that stays and
    // was made over the old id must not get the version of the other visit.
    const ofVisit = { ...entry, id: to.newId, baseVersion: base.baseVersion, over };
    over = ofVisit.id;
    return [{ ...replacement, entry: ofVisit, isOther: true }];
  });
}
