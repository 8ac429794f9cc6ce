import { asText, asShape } from '../api/answers/shape';
import type { QueuedWrite } from '../api/queuedWrites';
import { localIdOf } from '../domain/ids';
import { idInPath } from './entryHead';
import { ENTRY_VERSION } from './migrations';
import type { NewEntry } from './types';

const CREATING_CALLS = new Set(['startVisit', 'createDelivery']);

/**
 * The entry for a write, under the id of its form.
 * `locationOfVisit` tells where a visit is, `null` when the device does not know.
 */
export function newEntry(
  write: QueuedWrite,
  id: string,
  userId: string,
  locationOfVisit: (visitId: string) => string | null,
): NewEntry {
  const body = asShape(write.body);
  const creates = CREATING_CALLS.has(write.call) ? localIdOf(id) : null;
  const named = write.visitId ?? (idInPath(write.path, 'visits') || asText(body.visit));
  const visitId = write.call === 'startVisit' ? creates : named || null;
  return {
    id,
    ts: write.ts,
    path: write.path,
    method: write.method,
    body: write.body,
    v: ENTRY_VERSION,
    userId,
    call: write.call,
    creates,
    visitId,
    locationId: asText(body.location) || (visitId && locationOfVisit(visitId)),
  };
}
