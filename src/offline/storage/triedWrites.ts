import type { NewEntry } from '../entry';
import { hasEnded } from './endedWrites';
import { resultingVersion } from './entryVersions';
import type { RecordTransaction } from './recordStore';

/*
 * The ids of writes that may have reached the server and have no entry any more. Each is a record in `meta`. A form
 * with such an id may be open in another tab, or may be restored from a draft, and be submitted again without a
 * connection.
 */

const PREFIX = 'tried\t';

/** Stores that the write with this id may have reached the server. */
export async function putTried(tx: RecordTransaction, id: string): Promise<void> {
  await tx.put('meta', { name: PREFIX + id });
}

/**
 * Whether a write without an entry may have reached the server. One that was recorded left an id or a version. One that
 * a person discarded or replaced may have been sent before.
 */
export async function wasTried(tx: RecordTransaction, { id, creates }: Pick<NewEntry, 'id' | 'creates'>) {
  const [tried, mapping, version, isEnded] = await Promise.all([
    tx.get('meta', PREFIX + id),
    creates === null ? undefined : tx.get('idMap', creates),
    resultingVersion(tx, id),
    hasEnded(tx, id),
  ]);
  return isEnded || tried !== undefined || mapping !== undefined || version !== null;
}
