import { asRecord, asText } from '../../api/parsers/values';
import { shownUnitPrice } from '../../domain/pricing';
import type { RootState } from '../root/rootReducer';
import { ALL_KEY } from '../slices/itemsCache';

/**
 * The unit prices in dollars with which the screens show the lines of a write's body, in their order: those of the
 * device's items. `null` without lines, and when the device does not know one of the items.
 */
export function shownUnitPrices({ itemsCache }: RootState, body: unknown): number[] | null {
  const { lines } = asRecord(body);
  if (!Array.isArray(lines)) return null;
  const items = new Map(itemsCache.byKey[ALL_KEY]?.value.map((item) => [item._id, item]));
  const prices = lines
    .map(asRecord)
    .map(({ item, packaging }) => shownUnitPrice(items, { item: asText(item), packaging: asText(packaging) }));
  return prices.every((price) => price !== null) ? prices : null;
}
