import { asNumber, asShape, asText } from '../api/answers/shape';
import type { WriteBase } from '../api/queuedWrites';
import type { ShownDelivery, ShownVisit } from './pendingViews';

/** What a change made in a form is made over: what the screen shows as the form opens. */
export function baseOf({ version, pending }: ShownDelivery | ShownVisit): WriteBase {
  return { baseVersion: version ?? null, over: pending?.newestId ?? null };
}

/** The base in a draft as found on the device; `present` for a draft of an older build, which has none. */
export function readBase(raw: unknown, present: WriteBase): WriteBase {
  const { base } = asShape(raw);
  if (base === undefined) return present;
  const { baseVersion, over } = asShape(base);
  return { baseVersion: asNumber(baseVersion), over: asText(over) || null };
}
