import { useState } from 'react';

type Errors = Record<string, string | null>;

interface FormState<Form, E extends Errors> {
  form: Form;
  /** Sets some of the fields. */
  change: (changes: Partial<Form>) => void;
  /** What is wrong with each field: nothing until the first submit, from then on as it is typed. */
  errors: Partial<E>;
  /** Whether the form may be sent. Its faults show from now on. */
  check: () => boolean;
}

/** The state of a form whose rules are a pure function of what is filled in. */
export function useFormState<Form extends object, E extends Errors>(
  empty: Form,
  validate: (form: Form) => E,
): FormState<Form, E> {
  const [form, setForm] = useState(empty);
  const [checked, setChecked] = useState(false);
  const errors = validate(form);
  return {
    form,
    change: (changes) => setForm((current) => ({ ...current, ...changes })),
    errors: checked ? errors : {},
    check: () => {
      setChecked(true);
      return Object.values(errors).every((error) => error === null);
    },
  };
}
