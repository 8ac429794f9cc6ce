import { hasEveryWordNearly } from './nearSearch';
import { hasEveryWord } from './search';

/**
 * The items whose name or SKU contains every word of the search. If there are none, those that match with at most one
 * typing error in each word.
 */
export function findItems<Item extends { name: string; sku: string }>(items: readonly Item[], search: string): Item[] {
  if (search.trim() === '') return [...items];
  const having = (test: typeof hasEveryWord) => items.filter((item) => test(`${item.name} ${item.sku}`, search));
  const exact = having(hasEveryWord);
  return exact.length > 0 ? exact : having(hasEveryWordNearly);
}
