import type { Item } from '../../contract/items';
import { hasEveryWord } from '../../domain/search';

/** The items of a select: those this store took last on top, the others by name. */
export interface ItemChoices {
  last: Item[];
  others: Item[];
  /** The chosen item where a search leaves it out: it stays to be seen until another is chosen. */
  chosen?: Item | undefined;
}

/** What can be picked for a delivery: active items whose name or SKU holds every word of the search. */
export function itemChoices(items: readonly Item[], lastTaken: readonly string[], search: string): ItemChoices {
  const found = items.filter((item) => item.active && hasEveryWord(`${item.name} ${item.sku}`, search));
  const byId = new Map(found.map((item) => [item._id, item]));
  const last = lastTaken.flatMap((id) => byId.get(id) ?? []);
  const others = found.filter((item) => !last.includes(item)).sort((a, b) => a.name.localeCompare(b.name));
  return { last, others };
}

/** Names that more than one item has: their options show the SKU too. */
export function sharedNames(items: readonly Item[]): ReadonlySet<string> {
  const seen = new Set<string>();
  return new Set(items.flatMap(({ name }) => (seen.size === seen.add(name).size ? [name] : [])));
}
