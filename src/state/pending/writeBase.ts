import { asNumber, asRecord, asText } from '../../api/parsers/values';
import type { WriteBase } from '../../api/client/writes';
import type { DeliveryView } from './pendingDeliveryViews';
import type { VisitView } from './pendingViews';

/**
 * The base of a change: the newest queued entry that the screen shows when the form opens, and the version that this was
 * made over; without one the version of the record. A newer version that came since is hidden by the queued content.
 */
export function baseOf({ version, pending }: DeliveryView | VisitView): WriteBase {
  return pending
    ? { baseVersion: pending.baseVersion, over: pending.newestId }
    : { baseVersion: version ?? null, over: null };
}

/** The base in a draft as found on the device; `present` for a draft of an older build, which has none. */
export function parseBase(raw: unknown, present: WriteBase): WriteBase {
  const { base } = asRecord(raw);
  if (base === undefined) return present;
  const { baseVersion, over } = asRecord(base);
  return { baseVersion: asNumber(baseVersion), over: asText(over) || null };
}
