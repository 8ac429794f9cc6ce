import { asNumber, asRecord, asText } from '../../api/parsers/values';
import type { NewEntry } from '../entry';
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

/**
 * Stores that changes made over this entry use the version that results from another one: its replacement, or the entry
 * below a discarded one. `null`: there is no other, and each change uses the version that its own form showed.
 */
export async function putSuccessor(tx: RecordTransaction, entryId: string, successor: string | null): Promise<void> {
  if (successor !== null && successor !== entryId) await tx.put('meta', { name: versionKey(entryId), successor });
}

/**
 * The version that a change is made over: the result of the entry that it was made over, else the version that its form
 * was opened with.
 */
export async function ifMatchVersion(tx: RecordTransaction, { over, baseVersion }: NewEntry): Promise<number | null> {
  const seen = new Set<string>();
  for (let id = over ?? ''; id !== '' && !seen.has(id); ) {
    seen.add(id);
    const record = asRecord(await tx.get('meta', versionKey(id)));
    const version = asNumber(record.version);
    if (version !== null) return version;
    id = asText(record.successor);
  }
  return baseVersion;
}
