import { asNumber, asRecord, asText } from '../../api/parsers/values';
import type { NewEntry } from '../entry';
import type { RecordTransaction } from './recordStore';

/*
 * The version that results from a sent or discarded entry, for the changes that were made over it (invariant 33). Each
 * is a record in `meta`, written in the transaction that removes the entry.
 */

const versionKey = (entryId: string) => `version\t${entryId}`;

/** Stores the version that results from an entry. */
export async function putVersion(tx: RecordTransaction, entryId: string, version: number | null): Promise<void> {
  if (version !== null) await tx.put('meta', { name: versionKey(entryId), version });
}

/**
 * Stores that another entry replaces this one. Changes made over this entry then use the version that results from the
 * other.
 */
export async function putSuccessor(tx: RecordTransaction, entryId: string, successor: string): Promise<void> {
  if (successor !== entryId) await tx.put('meta', { name: versionKey(entryId), successor });
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
