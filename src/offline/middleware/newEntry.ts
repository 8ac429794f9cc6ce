import { asRecord, asText } from '../../api/parsers/values';
import type { QueuedWrite } from '../../api/client/writes';
import { localIdOf } from '../../domain/ids';
import type { NewEntry } from '../entry';
import { idInPath } from '../nouns';
import { createsVisit, queuedCall } from '../queuedWrites';
import { ENTRY_VERSION } from '../storage/entryMigrations';

export interface NewEntryContext {
  userId: string;
  /** The location of a visit; `null` when the device does not know it. */
  locationOfVisit(visitId: string): string | null;
  /** The unit prices with which the lines of the body are shown; `null` when unknown, or without lines. */
  unitPrices: number[] | null;
  /** Whether a first try follows at once. */
  firstTry: boolean;
}

/** Creates the entry of a write. Its id is the one that the form made. */
export function newEntry(
  write: QueuedWrite,
  { userId, locationOfVisit, unitPrices, firstTry }: NewEntryContext,
): NewEntry {
  const { id, ts, call, method, path, baseVersion, over, pricesAsOf } = write;
  const body = asRecord(write.body);
  const creates = queuedCall(call).kind === 'create' ? localIdOf(id) : null;
  const named = write.visitId ?? (idInPath(path, 'visit') || asText(body.visit));
  const visitId = createsVisit(call) ? creates : named || null;
  return {
    id,
    ts,
    path,
    method,
    body: write.body,
    v: ENTRY_VERSION,
    userId,
    call,
    creates,
    visitId,
    locationId: asText(body.location) || (visitId && locationOfVisit(visitId)),
    baseVersion,
    over,
    pricesAsOf,
    unitPrices,
    firstTry,
  };
}
