import type { Item } from '../../contract/items';
import { findItems } from '../../domain/itemSearch';

/** The items of a select: those this store took last on top, the others by name. */
export interface ItemOptions {
  last: Item[];
  others: Item[];
  /** The chosen item where a search leaves it out: it stays to be seen until another is chosen. */
  chosen?: Item | undefined;
}

/** What can be picked for a delivery. */
export function itemOptions(items: readonly Item[], lastTaken: readonly string[], search: string): ItemOptions {
  const active = items.filter((item) => item.active);
  const found = findItems(active, search);
  const byId = new Map(found.map((item) => [item._id, item]));
  const last = lastTaken.flatMap((id) => byId.get(id) ?? []);
  const isLast = new Set(last);
  const others = found.filter((item) => !isLast.has(item)).sort((a, b) => a.name.localeCompare(b.name));
  return { last, others };
}

/** Names that more than one item has: their options show the SKU too. */
export function sharedNames(items: readonly Item[]): ReadonlySet<string> {
  const seen = new Set<string>();
  return new Set(items.flatMap(({ name }) => (seen.size === seen.add(name).size ? [name] : [])));
}
