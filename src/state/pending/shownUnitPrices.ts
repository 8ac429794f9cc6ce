import { asRecord, asText } from '../../api/parsers/values';
import { unitPrice } from '../../domain/pricing';
import type { RootState } from '../root/rootReducer';
import { ALL_KEY } from '../slices/itemsCache';

/**
 * The unit prices in dollars with which the screens show the lines of a write's body, in their order: those of the
 * device's items. `null` without lines or items.
 */
export function shownUnitPrices({ itemsCache }: RootState, body: unknown): number[] | null {
  const items = itemsCache.byKey[ALL_KEY]?.value;
  const { lines } = asRecord(body);
  if (!items || !Array.isArray(lines)) return null;
  const byId = new Map(items.map((item) => [item._id, item]));
  return lines.map(asRecord).map((line) => unitPrice(byId.get(asText(line.item)) ?? {}, asText(line.packaging)));
}
