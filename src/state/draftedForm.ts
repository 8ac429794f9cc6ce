import { useState } from 'react';
import { type FoundDraft, restoredInto, useDraft } from './drafts';

type Errors = Record<string, string | null>;

/** The fields of a form that outlive a closed app, each with the check of what is read back. One not named is never kept. */
export type KeptFields<Form> = { [Field in keyof Form]?: (raw: unknown) => raw is Form[Field] };

interface FormRules<Form, E extends Errors> {
  /** Names the form among the drafts. */
  key: string;
  empty: Form;
  kept: KeptFields<Form>;
  /** What is wrong with each field (spec §5); `null` where nothing is. */
  validate: (form: Form) => E;
}

export interface DraftedForm<Form, E extends Errors> {
  form: Form;
  /** Sets some of the fields. */
  change: (changes: Partial<Form>) => void;
  /** What is wrong with each field: nothing until the first submit, from then on as it is typed. */
  errors: Partial<E>;
  /** Whether the form may be sent. Its faults show from now on. */
  check: () => boolean;
  /** What an earlier opening of the app left behind; `restore` puts it into the form. */
  found: FoundDraft<Partial<Form>> | null;
  /** The form was sent or given up: nothing is left to come back to. */
  drop: () => void;
}

export const isText = (raw: unknown): raw is string => typeof raw === 'string';
export const isYesOrNo = (raw: unknown): raw is boolean => typeof raw === 'boolean';

export function isListOf<T>(isOne: (raw: unknown) => raw is T): (raw: unknown) => raw is T[] {
  return (raw): raw is T[] => Array.isArray(raw) && raw.every(isOne);
}

/** The fields that are kept, as they are found; `null` when what is found is no such form. */
function readKept<Form extends object>(kept: KeptFields<Form>, raw: unknown): Partial<Form> | null {
  if (typeof raw !== 'object' || raw === null) return null;
  const found: Partial<Form> = {};
  for (const field of Object.keys(kept) as (keyof Form)[]) {
    const value: unknown = (raw as Record<keyof Form, unknown>)[field];
    if (!kept[field]?.(value)) return null;
    found[field] = value;
  }
  return found;
}

/** A form whose rules are a pure function of what is filled in. What is typed outlives a closed or failed one. */
export function useDraftedForm<Form extends object, E extends Errors>(rules: FormRules<Form, E>): DraftedForm<Form, E> {
  const { key, empty, kept, validate } = rules;
  const { typed, found, keep, drop } = useDraft(key, (raw) => readKept(kept, raw));
  const [form, setForm] = useState<Form>({ ...empty, ...typed });
  const [checked, setChecked] = useState(false);
  const errors = validate(form);
  return {
    form,
    change: (changes) => {
      const next = { ...form, ...changes };
      const fields = Object.keys(changes) as (keyof Form)[];
      if (fields.every((field) => next[field] === form[field])) return;
      setForm(next);
      keep(readKept(kept, next) ?? {});
    },
    errors: checked ? errors : {},
    check: () => {
      setChecked(true);
      return Object.values(errors).every((error) => error === null);
    },
    found: restoredInto(found, (value) => setForm({ ...form, ...value })),
    drop,
  };
}
