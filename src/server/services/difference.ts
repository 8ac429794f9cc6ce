import { isDeepStrictEqual } from 'node:util';

/** How a thing read before a change and after it. */
export interface FieldChange {
  before: unknown;
  after: unknown;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The elements that the other list does not have. */
function ownElements(list: readonly unknown[], other: readonly unknown[]): unknown[] {
  const others = new Set(other.map((element) => JSON.stringify(element)));
  return list.filter((element) => !others.has(JSON.stringify(element)));
}

function ownFields(record: Record<string, unknown>, other: Record<string, unknown>): Record<string, unknown> {
  const own = Object.entries(record).filter(([name, value]) => !isDeepStrictEqual(value, other[name]));
  return Object.fromEntries(own);
}

/**
 * What a change is about: of two objects the fields that differ, of two lists the elements that the other lacks, both
 * as they read before and after. What one side lacks altogether, a thing made or removed, stays whole.
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
