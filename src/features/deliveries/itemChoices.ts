import type { Item } from '../../contract/items';
import { hasEveryWordNearly } from '../../domain/nearSearch';
import { hasEveryWord } from '../../domain/search';

/** The items of a select: those this store took last on top, the others by name. */
export interface ItemChoices {
  last: Item[];
  others: Item[];
  /** The chosen item where a search leaves it out: it stays to be seen until another is chosen. */
  chosen?: Item | undefined;
}

/** Active items whose name or SKU holds every word of the search; where none does, those that hold it but for a slip. */
function findItems(items: readonly Item[], search: string): Item[] {
  const having = (test: typeof hasEveryWord) =>
    items.filter((item) => item.active && test(`${item.name} ${item.sku}`, search));
  const exact = having(hasEveryWord);
  return exact.length > 0 ? exact : having(hasEveryWordNearly);
}

/** What can be picked for a delivery. */
export function itemChoices(items: readonly Item[], lastTaken: readonly string[], search: string): ItemChoices {
  const found = findItems(items, search);
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
