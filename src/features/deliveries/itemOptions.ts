import type { Item } from '../../contract/items';
import { findItems } from '../../domain/itemSearch';

/** The items of a select: those of the location's last delivery first, the others by name. */
export interface ItemOptions {
  last: readonly Item[];
  others: readonly Item[];
  /** The chosen item if the search does not match it. It stays visible until another is chosen. */
  chosen?: Item | undefined;
}

/** The items that a new delivery may name, by name. */
export function activeByName(items: readonly Item[]): Item[] {
  const { compare } = new Intl.Collator();
  return items.filter((item) => item.active).sort((a, b) => compare(a.name, b.name));
}

/** The options for a delivery; `items` sorted as by `activeByName`. */
export function itemOptions(items: readonly Item[], lastTaken: readonly string[], search: string): ItemOptions {
  const found = findItems(items, search);
  const byId = new Map(found.map((item) => [item._id, item]));
  const last = lastTaken.flatMap((id) => byId.get(id) ?? []);
  const isLast = new Set(last);
  return { last, others: found.filter((item) => !isLast.has(item)) };
}

/** Names that more than one item has: their options show the SKU too. */
export function sharedNames(items: readonly Item[]): ReadonlySet<string> {
  const seen = new Set<string>();
  const shared = new Set<string>();
  for (const { name } of items) {
    if (seen.has(name)) shared.add(name);
    seen.add(name);
  }
  return shared;
}
