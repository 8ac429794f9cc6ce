/**
 * The fields of a form that its draft stores, each with the parser of its stored value. Other fields are never stored.
 */
export type DraftedFields<Form> = { [Field in keyof Form]?: (raw: unknown) => raw is Form[Field] };

export const isText = (raw: unknown): raw is string => typeof raw === 'string';
export const isYesOrNo = (raw: unknown): raw is boolean => typeof raw === 'boolean';

export function isListOf<T>(isOne: (raw: unknown) => raw is T): (raw: unknown) => raw is T[] {
  return (raw): raw is T[] => Array.isArray(raw) && raw.every(isOne);
}

/** Reads the drafted fields back; `null` when the stored value is not a draft of this form. */
export function readDrafted<Form extends object>(drafted: DraftedFields<Form>, raw: unknown): Partial<Form> | null {
  if (typeof raw !== 'object' || raw === null) return null;
  const read: Partial<Form> = {};
  for (const field of Object.keys(drafted) as (keyof Form)[]) {
    const value: unknown = (raw as Record<keyof Form, unknown>)[field];
    if (!drafted[field]?.(value)) return null;
    read[field] = value;
  }
  return read;
}
