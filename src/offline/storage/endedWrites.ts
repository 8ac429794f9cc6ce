import { asRecord } from '../../api/parsers/values';
import type { RecordTransaction } from './recordStore';

/*
 * The ids of writes that a command of a person ended: discarded, or replaced under another id. Each is a record in
 * `meta`, written in the transaction that removes the entry. A draft with such an id is not offered again: a killed tab
 * may have left it on the disk.
 */

const PREFIX = 'ended\t';

/** Stores that the write with this id has ended. `isReplaced`: another entry stands in its place. */
export async function putEnded(tx: RecordTransaction, id: string, isReplaced = false): Promise<void> {
  await tx.put('meta', { name: PREFIX + id, isReplaced });
}

/** Whether a command of a person has ended the write with this id. */
export async function hasEnded(tx: RecordTransaction, id: string): Promise<boolean> {
  return (await tx.get('meta', PREFIX + id)) !== undefined;
}

/** Whether a command of a person has replaced the write with this id under another one. */
export async function wasReplaced(tx: RecordTransaction, id: string): Promise<boolean> {
  return asRecord(await tx.get('meta', PREFIX + id)).isReplaced === true;
}

/** The ids of all ended writes. */
export async function endedIds(tx: RecordTransaction): Promise<string[]> {
  const names = await tx.keys('meta', PREFIX);
  return names.map((name) => name.slice(PREFIX.length));
}
