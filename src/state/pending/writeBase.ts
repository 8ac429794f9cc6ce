import { asNumber, asRecord, asText } from '../../api/parsers/values';
import type { WriteBase } from '../../api/client/writes';
import type { EntrySummary } from '../../offline/entry';
import type { DeliveryView } from './pendingDeliveryViews';
import type { VisitView } from './pendingViews';

/**
 * The base of a change: the newest queued entry that the screen shows when the form opens, and the version that this
 * was made over; without one the version of the record. A newer version that came since is hidden by the queued
 * content.
 */
export function baseOf({ version, pending }: DeliveryView | VisitView): WriteBase {
  return pending
    ? { baseVersion: pending.baseVersion, over: pending.newestId }
    : { baseVersion: version ?? null, over: null };
}

/**
 * The base of a change whose form corrects a refused change first: the corrected one, unless the form showed a later
 * one of `entries`. A form of an earlier version would meet a conflict with its own correction.
 */
export function baseAfterCorrection(
  base: WriteBase,
  corrected: Pick<EntrySummary, 'id' | 'seq'>,
  entries: readonly Pick<EntrySummary, 'id' | 'seq'>[],
): WriteBase {
  const shown = entries.find(({ id }) => id === base.over);
  return shown && shown.seq > corrected.seq ? base : { ...base, over: corrected.id };
}

/** The base in a draft as found on the device; `present` for a draft of an older build, which has none. */
export function parseBase(raw: unknown, present: WriteBase): WriteBase {
  const { base } = asRecord(raw);
  if (base === undefined) return present;
  const { baseVersion, over } = asRecord(base);
  return { baseVersion: asNumber(baseVersion), over: asText(over) || null };
}
