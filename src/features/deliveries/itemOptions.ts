import type { Item } from '../../contract/items';
import { findItems } from '../../domain/itemSearch';

/** The items of a select: those this store took last on top, the others by name. */
export interface ItemOptions {
  last: readonly Item[];
  others: readonly Item[];
  /** The chosen item where a search leaves it out: it stays to be seen until another is chosen. */
  chosen?: Item | undefined;
}

/** What can be put into a new delivery, by name. */
export function activeByName(items: readonly Item[]): Item[] {
  const { compare } = new Intl.Collator();
  return items.filter((item) => item.active).sort((a, b) => compare(a.name, b.name));
}

/** What can be picked for a delivery; `items` as `activeByName` sorts them. */
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
  return new Set(items.flatMap(({ name }) => (seen.size === seen.add(name).size ? [name] : [])));
}
