import { asNumber, asRecord, asText } from '../../api/parsers/values';
import type { NewEntry } from '../entry';
import { ALWAYS_CONFLICTS } from '../queuedWrites';
import type { RecordTransaction } from './recordStore';

/*
 * What became of an entry that later changes were made over (invariant 33): the version that resulted from it, or the
 * entry that stands in its place. Each is a record in `meta`, written in the transaction that removes the entry.
 */

const versionKey = (entryId: string) => `version\t${entryId}`;

/** Stores the version that results from an entry. */
export async function putVersion(tx: RecordTransaction, entryId: string, version: number | null): Promise<void> {
  if (version !== null) await tx.put('meta', { name: versionKey(entryId), version });
}

/** The version that resulted from an entry; `null` when it was not recorded, or by a server without versions. */
export async function resultingVersion(tx: RecordTransaction, entryId: string): Promise<number | null> {
  return asNumber(asRecord(await tx.get('meta', versionKey(entryId))).version);
}

/**
 * Stores that changes made over this entry use the version that results from another one: its replacement, or the entry
 * below a discarded one. `null`: there is no other, and each change uses the version that its own form showed. A form
 * that was opened before the server had created the record showed no version. Its change then uses the version that
 * this entry was made over. Over a create it conflicts: no form showed the record that the server may have.
 */
export async function putSuccessor(
  tx: RecordTransaction,
  { id, creates, baseVersion }: Pick<NewEntry, 'id' | 'creates' | 'baseVersion'>,
  successor: string | null,
): Promise<void> {
  const name = versionKey(id);
  const base = creates ? ALWAYS_CONFLICTS : baseVersion;
  if (successor === null && base !== null) await tx.put('meta', { name, base });
  if (successor !== null && successor !== id) await tx.put('meta', { name, successor });
}

/**
 * The version that a change is made over: the result of the entry that it was made over, else the version that its form
 * was opened with, else the version that the last of those entries was made over. The form showed both the entry and
 * the record, so the newer of the two is what the person has seen.
 */
export async function ifMatchVersion(tx: RecordTransaction, { over, baseVersion }: NewEntry): Promise<number | null> {
  const seen = new Set<string>();
  let base: number | null = null;
  for (let id = over ?? ''; id !== '' && !seen.has(id); ) {
    seen.add(id);
    const record = asRecord(await tx.get('meta', versionKey(id)));
    const version = asNumber(record.version);
    if (version !== null) return Math.max(version, baseVersion ?? version);
    base = asNumber(record.base);
    id = asText(record.successor);
  }
  return baseVersion ?? base;
}
