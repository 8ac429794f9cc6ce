import { type EntryState, type EntrySummary, freshState, type IdMapping, type NewEntry, summarize } from '../entry';
import { putEnded } from './endedWrites';
import { putSuccessor } from './entryVersions';
import { addAlias } from './orderIndex';
import { changedMeta, type QueueMeta } from './queueRecords';
import type { RecordTransaction } from './recordStore';
import { eraseEntry, findEntry, putEntry } from './storedEntries';

/** The replacement of an entry by a command of a person. */
export interface Replacement {
  oldId: string;
  /** Its position is assigned later, or is that of the old entry. */
  entry: NewEntry;
  /** true: the position is after all entries on disk. Otherwise the position of the old entry. */
  toTheEnd?: boolean;
  /** true: it changes another record than the old entry, and `entry` says what it is made over. */
  isOfOtherRecord?: boolean;
  /** The server's id of the record that the old entry created, if the server has recorded it. */
  mapping?: IdMapping | null;
}

/** Replaces entries, which must be on disk, and appends new ones. */
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
  for (const { entry } of olds) await eraseEntry(tx, entry);
  const all = added.map((entry) => ({ ...entry, seq: next() }));
  for (const entry of all) await putEntry(tx, entry);
  for (const [at, { entry: old }] of olds.entries()) {
    const replacement = replacements[at];
    if (!replacement) continue;
    const { toTheEnd, isOfOtherRecord, mapping, entry } = replacement;
    if (mapping) await Promise.all([tx.put('idMap', mapping), addAlias(tx, mapping)]);
    // Changes made over the old entry stay with its record.
    await putSuccessor(tx, old, isOfOtherRecord ? old.over : entry.id);
    const last = { ...entry, seq: toTheEnd ? next() : old.seq };
    await putEntry(tx, last);
    if (entry.id !== old.id) await putEnded(tx, old.id);
    all.push(last);
  }
  const states = all.map((entry): EntryState => ({ ...freshState(entry), mayHaveArrived: false }));
  await Promise.all(states.map((state) => tx.put('states', state)));
  await tx.put('meta', changedMeta(meta, { count: added.length, seq }));
  return all.map((entry, at) => summarize(entry, states[at] ?? freshState(entry)));
}
