import { useState } from 'react';
import type { ApiError } from '../../api/client/errors';
import { createdBy } from './created';
import { type DraftedFields, readDrafted } from './draftedFields';
import type { SendWrite } from './drafts';
import { type RestorableDraft, useDraft } from './useDraft';
import { useNavigateIfStillHere } from './useNavigateIfStillHere';

type Errors = Record<string, string | null>;

interface FormRules<Form, E extends Errors> {
  /** Names the form among the drafts. */
  key: string;
  empty: Form;
  drafted: DraftedFields<Form>;
  /** The error of each field (spec §5); `null` for none. */
  validate: (form: Form) => E;
  /** The call that creates the record. */
  create: (form: Form) => SendWrite<unknown>;
  /** The words for a failure (spec §8). */
  errorMessage: (failure: ApiError) => string;
  /** The list that contains the new record. A success leads there. */
  list: string;
  /** The alert that reports the success when the person has left the form meanwhile. */
  done: string;
  /** Shows the error of a failed submit; `null` removes it. */
  showError: (text: string | null) => void;
}

/** What the page around the fields shows and does. */
interface CreateFormPage {
  restorable: RestorableDraft | null;
  busy: boolean;
  /** The record that the server created from earlier content of the form. This form cannot change it. */
  recorded: { what: string; change: null; changing: false; leave: () => void } | null;
  onSubmit: () => void;
  onCancel: () => void;
}

export interface CreateForm<Form, E extends Errors> {
  form: Form;
  /** Sets some of the fields. */
  change: (changes: Partial<Form>) => void;
  /** The error of each field: none before the first submit, then updated with every change. */
  errors: Partial<E>;
  page: CreateFormPage;
}

/**
 * A form that creates a record online and then opens its list. `validate` is a pure function of the fields. The draft
 * keeps the fields after the app is closed or a submit fails.
 */
export function useCreateForm<Form extends object, E extends Errors>(rules: FormRules<Form, E>): CreateForm<Form, E> {
  const { key, empty, drafted, validate, showError } = rules;
  const [form, setForm] = useState<Form>(empty);
  const [checked, setChecked] = useState(false);
  const [busy, setBusy] = useState(false);
  const { navigateAfter, showErrorIfMounted } = useNavigateIfStillHere();
  const draftedOf = (raw: unknown) => readDrafted(drafted, raw);
  const draft = useDraft(key, draftedOf);
  const errors = validate(form);

  const goToList = (response: unknown) =>
    navigateAfter(rules.list, rules.done, { state: { created: createdBy(response) } });
  const submit = async () => {
    setChecked(true);
    showError(null);
    if (Object.values(errors).some((one) => one !== null)) return;
    setBusy(true);
    const { response, failure } = await draft.send(draftedOf(form) ?? {}, rules.create(form));
    setBusy(false);
    if (failure) showErrorIfMounted(rules.errorMessage(failure), showError);
    else await goToList(response);
  };
  const earlier = draft.recordedOtherwise && createdBy(draft.recordedOtherwise.response);
  const leave = () => {
    draft.drop();
    void goToList(draft.recordedOtherwise?.response);
  };

  return {
    form,
    change: (changes) => {
      const next = { ...form, ...changes };
      const fields = Object.keys(changes) as (keyof Form)[];
      if (fields.every((field) => next[field] === form[field])) return;
      showError(null);
      setForm(next);
      draft.save(draftedOf(next) ?? {});
    },
    errors: checked ? errors : {},
    page: {
      restorable: draft.offered((value) => {
        showError(null);
        setForm({ ...form, ...value });
      }),
      busy,
      recorded: earlier && { what: earlier.name, change: null, changing: false, leave },
      onSubmit: () => void submit(),
      onCancel: draft.drop,
    },
  };
}
