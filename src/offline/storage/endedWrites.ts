import { asRecord } from '../../api/parsers/values';
import type { RecordTransaction } from './recordStore';

/*
 * The ids of writes that a command of a person ended: discarded, or replaced under another id. Each is a record in
 * `meta`, written in the transaction that removes the entry. A draft with such an id is not offered again: a killed tab
 * may have left it on the disk.
 */

const PREFIX = 'ended\t';

/** How a command of a person ended a write. */
export type WriteEnd = 'discarded' | 'replaced';

/** Stores that the write with this id has ended. */
export async function putEnded(tx: RecordTransaction, id: string, end: WriteEnd): Promise<void> {
  await tx.put('meta', { name: PREFIX + id, end });
}

/** How a command of a person ended the write with this id; `null` for not. An older build stored no `end`. */
export async function endOf(tx: RecordTransaction, id: string): Promise<WriteEnd | null> {
  const record = await tx.get('meta', PREFIX + id);
  if (record === undefined) return null;
  return asRecord(record).end === 'replaced' ? 'replaced' : 'discarded';
}

/** The ids of all ended writes. */
export async function endedIds(tx: RecordTransaction): Promise<string[]> {
  const names = await tx.keys('meta', PREFIX);
  return names.map((name) => name.slice(PREFIX.length));
}
