import type { RecordTransaction } from './recordStore';

/*
 * The ids of writes that a command of a person ended: discarded, or replaced under another id. Each is a record in
 * `meta`, written in the transaction that removes the entry. A draft with such an id is not offered again: a killed tab
 * may have left it on the disk.
 */

const PREFIX = 'ended\t';

/** The name of the record of an ended write. */
export const endedName = (id: string) => PREFIX + id;

/** Stores that the write with this id has ended. */
export async function putEnded(tx: RecordTransaction, id: string): Promise<void> {
  await tx.put('meta', { name: endedName(id) });
}

/** Whether a command of a person has ended the write with this id. */
export async function hasEnded(tx: RecordTransaction, id: string): Promise<boolean> {
  return (await tx.get('meta', endedName(id))) !== undefined;
}

/** The ids of all ended writes. */
export async function endedIds(tx: RecordTransaction): Promise<string[]> {
  const names = await tx.keys('meta', PREFIX);
  return names.map((name) => name.slice(PREFIX.length));
}
