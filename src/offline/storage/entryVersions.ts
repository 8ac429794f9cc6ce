import { asNumber, asRecord, asText } from '../../api/parsers/values';
import type { NewEntry } from '../entry';
import type { RecordTransaction } from './recordStore';

/*
 * What a sent or discarded entry led to, for the changes that were made over it (offline model, point 8): a record in
 * `meta` for each, in the transaction that removes the entry.
 */

const keyOf = (entryId: string) => `version\t${entryId}`;

/** The version that an entry led to is `version`. */
export async function putVersion(tx: RecordTransaction, entryId: string, version: number | null): Promise<void> {
  if (version !== null) await tx.put('meta', { name: keyOf(entryId), version });
}

/** Another entry stands in the place of this one: what was made over it goes by what that one leads to. */
export async function putSuccessor(tx: RecordTransaction, entryId: string, successor: string): Promise<void> {
  if (successor !== entryId) await tx.put('meta', { name: keyOf(entryId), successor });
}

/** The version that a change is made over: what the entry under it led to, else what its form was opened with. */
export async function ifMatchVersion(tx: RecordTransaction, { over, baseVersion }: NewEntry): Promise<number | null> {
  const seen = new Set<string>();
  for (let id = over ?? ''; id !== '' && !seen.has(id); ) {
    seen.add(id);
    const record = asRecord(await tx.get('meta', keyOf(id)));
    const version = asNumber(record.version);
    if (version !== null) return version;
    id = asText(record.successor);
  }
  return baseVersion;
}
