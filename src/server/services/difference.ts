import { isDeepStrictEqual } from 'node:util';

/** The values of a record before and after a change. */
export interface FieldChange {
  before: unknown;
  after: unknown;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The elements that the other list does not have, or has less often. `textOf`: what makes two of them equal. */
export function ownElements<T>(
  list: readonly T[],
  other: readonly T[],
  textOf: (element: T) => string = JSON.stringify,
): T[] {
  /** How many elements of the other list are left to match, by text. */
  const left = new Map<string, number>();
  for (const text of other.map((element) => textOf(element))) left.set(text, (left.get(text) ?? 0) + 1);
  return list.filter((element) => {
    const text = textOf(element);
    const count = left.get(text) ?? 0;
    left.set(text, count - 1);
    return count <= 0;
  });
}

function ownFields(record: Record<string, unknown>, other: Record<string, unknown>): Record<string, unknown> {
  const own = Object.entries(record).filter(([name, value]) => !isDeepStrictEqual(value, other[name]));
  return Object.fromEntries(own);
}

/**
 * The differences of a change: of two objects the fields that differ, of two lists the elements that the other lacks,
 * each with the values before and after. A created or removed record stays complete.
 */
export function differenceOf({ before, after }: FieldChange): FieldChange {
  if (Array.isArray(before) && Array.isArray(after)) {
    return { before: ownElements(before, after), after: ownElements(after, before) };
  }
  if (isRecord(before) && isRecord(after)) {
    return { before: ownFields(before, after), after: ownFields(after, before) };
  }
  return { before, after };
}
