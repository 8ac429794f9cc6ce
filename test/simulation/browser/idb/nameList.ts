/** DOMStringList: names in order, with `contains`. */
export interface NameList extends ReadonlyArray<string> {
  contains(name: string): boolean;
  item(position: number): string | null;
}

export function nameList(names: Iterable<string>): NameList {
  const sorted = [...names].sort();
  return Object.assign(sorted, {
    contains: (name: string) => sorted.includes(name),
    item: (position: number) => sorted[position] ?? null,
  });
}
