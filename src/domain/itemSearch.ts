import { hasEveryWordNearly } from './nearSearch';
import { hasEveryWord } from './search';

/** Items whose name or SKU holds every word of the search; where none does, those that hold each with one typing error. */
export function findItems<Item extends { name: string; sku: string }>(items: readonly Item[], search: string): Item[] {
  const having = (test: typeof hasEveryWord) => items.filter((item) => test(`${item.name} ${item.sku}`, search));
  const exact = having(hasEveryWord);
  return exact.length > 0 ? exact : having(hasEveryWordNearly);
}
