import { parseDelivery } from '../../api/parsers/delivery';
import { asRecord } from '../../api/parsers/values';
import type { EntrySummary } from '../../offline/entry';
import { KEY_REUSED } from '../../offline/replay/classify';

/**
 * The label of the box of a recorded delivery, if that is another box than this one; `null` if it is the same. No call
 * moves a delivery to another box: what was meant for this one is recorded as another delivery.
 */
export function otherBoxOf(recorded: unknown, boxId: unknown): string | null {
  const { _id, label } = parseDelivery(recorded).box;
  return _id === '' || typeof boxId !== 'string' || _id === boxId ? null : label;
}

/**
 * What the server has recorded under the id of a refused entry (422), with the label of its box if that is another one;
 * `null` for another refusal.
 */
export function recordedUnder({ lastError, about }: EntrySummary) {
  const { earlier } = asRecord(lastError?.present);
  if (lastError?.status !== KEY_REUSED || earlier === undefined) return null;
  const { response } = asRecord(earlier);
  return { response, otherBox: otherBoxOf(response, about.box) };
}
