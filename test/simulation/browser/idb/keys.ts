/** What IndexedDB takes as a key. */
export type Key = number | string | Date | Key[];

const rankOf = (key: Key) => (Array.isArray(key) ? 3 : typeof key === 'string' ? 2 : key instanceof Date ? 1 : 0);

/** Throws for what is no key. */
export function keyOf(value: unknown): Key {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' && !Number.isNaN(value)) return value;
  if (value instanceof Date && !Number.isNaN(value.getTime())) return value;
  if (Array.isArray(value)) return value.map(keyOf);
  throw new DOMException('The parameter is not a valid key.', 'DataError');
}

/** What most queries are: one key, found without looking at the others. */
export const isKey = (query: unknown): query is string | number =>
  typeof query === 'string' || typeof query === 'number';

/** Below 0 when `a` comes first. */
export function compareKeys(a: Key, b: Key): number {
  if (rankOf(a) !== rankOf(b)) return rankOf(a) - rankOf(b);
  if (Array.isArray(a) && Array.isArray(b)) {
    for (const [at, one] of a.entries()) {
      const other = b[at];
      if (other === undefined) return 1;
      const order = compareKeys(one, other);
      if (order !== 0) return order;
    }
    return a.length - b.length;
  }
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The same text for the same key. */
export const textOfKey = (key: Key): string => (typeof key === 'string' ? key : JSON.stringify([rankOf(key), key]));

/** The value at a key path such as `id` or `about.visit`; `undefined` when there is none. */
export function atPath(value: unknown, path: string): unknown {
  let at = value;
  for (const step of path.split('.')) {
    if (typeof at !== 'object' || at === null) return undefined;
    at = Reflect.get(at, step);
  }
  return at;
}

/** IDBKeyRange. */
export class SimKeyRange {
  constructor(
    readonly lower: Key | undefined,
    readonly upper: Key | undefined,
    readonly lowerOpen: boolean,
    readonly upperOpen: boolean,
  ) {}

  static only(key: unknown): SimKeyRange {
    return new SimKeyRange(keyOf(key), keyOf(key), false, false);
  }

  static lowerBound(key: unknown, isOpen = false): SimKeyRange {
    return new SimKeyRange(keyOf(key), undefined, isOpen, true);
  }

  static upperBound(key: unknown, isOpen = false): SimKeyRange {
    return new SimKeyRange(undefined, keyOf(key), true, isOpen);
  }

  static bound(lower: unknown, upper: unknown, isLowerOpen = false, isUpperOpen = false): SimKeyRange {
    const range = new SimKeyRange(keyOf(lower), keyOf(upper), isLowerOpen, isUpperOpen);
    if (range.lower !== undefined && range.upper !== undefined && compareKeys(range.lower, range.upper) > 0) {
      throw new DOMException('The lower key is greater than the upper key.', 'DataError');
    }
    return range;
  }

  includes(key: Key): boolean {
    const low = this.lower === undefined ? 1 : compareKeys(key, this.lower);
    const high = this.upper === undefined ? -1 : compareKeys(key, this.upper);
    return (this.lowerOpen ? low > 0 : low >= 0) && (this.upperOpen ? high < 0 : high <= 0);
  }
}

/** The range that a query stands for; `null` for everything. */
export function rangeOf(query: unknown): SimKeyRange | null {
  if (query === undefined || query === null) return null;
  return query instanceof SimKeyRange ? query : SimKeyRange.only(query);
}
