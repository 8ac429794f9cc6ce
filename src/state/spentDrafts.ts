import { asShape } from '../api/answers/shape';
import type { EntrySummary } from '../offline/entry';
import { rowOf } from '../offline/queuedWrites';

/** How the keys of the forms of new deliveries begin. */
export const NEW_DELIVERY = 'new delivery';

/** What a delivery consists of, for comparison; a draft found on the device may have any shape. */
function essence(value: unknown): string {
  const { location, box, lines } = asShape(value);
  const line = (one: unknown) => {
    const { item, quantity, packaging } = asShape(one);
    return [item, quantity, packaging];
  };
  return JSON.stringify([location, box, Array.isArray(lines) ? lines.map(line) : null]);
}

/**
 * Whether an entry of the queue was made with this form as it stands: then it is not half-filled, the app was only
 * closed before it could forget it, and to offer it again would be to make the delivery twice.
 */
export function isSpent(
  key: string,
  draft: { value: unknown; savedAt: number },
  { call, ts, about }: EntrySummary,
): boolean {
  const { noun, kind } = rowOf(call);
  const isDelivery = noun === 'delivery' && kind === 'create';
  if (!key.startsWith(NEW_DELIVERY) || !isDelivery || ts < draft.savedAt) return false;
  return essence(draft.value) === essence(about);
}
