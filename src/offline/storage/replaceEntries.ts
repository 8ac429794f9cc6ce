import {
  type EntryState,
  type EntrySummary,
  freshState,
  type IdMapping,
  type NewEntry,
  type QueueEntry,
  summarize,
} from '../entry';
import { putEnded } from './endedWrites';
import { putSuccessor } from './entryVersions';
import { changesOfCreated, putMapping } from './orderIndex';
import { changedMeta, type QueueMeta } from './queueRecords';
import type { RecordTransaction } from './recordStore';
import { eraseEntry, findEntry, putEntry, putMark } from './storedEntries';

/** The replacement of an entry by a command of a person. */
export interface Replacement {
  oldId: string;
  /** Its position is assigned later, or is that of the old entry. */
  entry: NewEntry;
  /** true: the position is after all entries on disk. Otherwise the position of the old entry. */
  toTheEnd?: boolean;
  /**
   * true: changes made over the old entry are not made over this one, which changes another record, or has other
   * prices than their forms showed.
   */
  isOther?: boolean;
  /** The server's id of the record that the old entry created, if the server has recorded it. */
  mapping?: IdMapping | null;
}

/**
 * Replaces entries, which must be on disk, and appends new ones. A change of a record whose create goes to the end
 * follows it there: it may have been saved after the person chose what to move.
 */
export async function replaceEntries(
  tx: RecordTransaction,
  meta: QueueMeta,
  added: readonly NewEntry[],
  replacements: readonly Replacement[],
): Promise<EntrySummary[]> {
  const found = await Promise.all(replacements.map(({ oldId }) => findEntry(tx, oldId)));
  const olds = found.filter((old) => old !== null);
  let { seq } = meta;
  const next = () => {
    seq += 1;
    return seq;
  };
  /** Moves an entry to the end, and to the visit of the record that it changes. */
  const moveBehind = async (id: string, { visitId }: NewEntry): Promise<EntrySummary[]> => {
    const stored = await findEntry(tx, id);
    if (!stored) return [];
    await eraseEntry(tx, stored.entry);
    const moved = { visitId, seq: next() };
    const entry = { ...stored.entry, ...moved };
    await putEntry(tx, entry);
    return [await putMark(tx, { entry, summary: { ...stored.summary, ...moved } }, {})];
  };
  const movedToEnd: QueueEntry[] = [];
  const followed: EntrySummary[] = [];
  for (const { entry } of olds) await eraseEntry(tx, entry);
  const all = added.map((entry) => ({ ...entry, seq: next() }));
  for (const entry of all) await putEntry(tx, entry);
  for (const [at, { entry: old }] of olds.entries()) {
    const replacement = replacements[at];
    if (!replacement) continue;
    const { toTheEnd, isOther, mapping, entry } = replacement;
    if (mapping) await putMapping(tx, mapping);
    await putSuccessor(tx, old, isOther ? old.over : entry.id);
    const last = { ...entry, seq: toTheEnd ? next() : old.seq };
    await putEntry(tx, last);
    if (entry.id !== old.id) await putEnded(tx, old.id, true);
    all.push(last);
    if (toTheEnd) movedToEnd.push(last);
  }
  // After every replacement: an edit that was saved meanwhile is later than the edits that were chosen to move.
  const placed = new Set(all.map(({ id }) => id));
  for (const last of movedToEnd) {
    const changes = await changesOfCreated(tx, last);
    for (const id of changes.filter((one) => !placed.has(one))) followed.push(...(await moveBehind(id, last)));
  }
  const states = all.map((entry): EntryState => ({ ...freshState(entry), mayHaveArrived: false }));
  await Promise.all(states.map((state) => tx.put('states', state)));
  await tx.put('meta', changedMeta(meta, { count: added.length, seq }));
  return [...all.map((entry, at) => summarize(entry, states[at] ?? freshState(entry))), ...followed];
}
