import { useState } from 'react';
import { asApiError, currentRecord, errorMessage } from '../../api/client/errors';
import { asRecord } from '../../api/parsers/values';
import { type DraftedFields, readDrafted } from '../drafts/draftedFields';
import { useDraft } from '../drafts/useDraft';
import { useNavigateIfStillHere } from '../drafts/useNavigateIfStillHere';

type Sent = PromiseLike<{ error?: unknown }>;

interface EditRules<Form, E> {
  /** Names the form and its record among the drafts. */
  key: string;
  /** Every field, with the parser of its stored value. */
  drafted: DraftedFields<Form>;
  /** The form's values from the list, which may be read again meanwhile. */
  listed: Form;
  /** The version of the record with these values. */
  version: number;
  /** The error of each field; `null` for none. */
  validate: (form: Form) => E;
  save: (form: Form, ifMatch: number) => Sent;
  setActive: (active: boolean, ifMatch: number) => Sent;
  /** The form's values from the server's current record, the raw body of a 412. */
  formOf: (current: unknown) => Form;
  /** The path of the list that opens after a success. */
  list: string;
  showError: (text: string | null) => void;
}

/** For each action, the alert after its success for a person who has left the form meanwhile. */
const DONE = { save: 'Changes saved.', activate: 'Activated.', deactivate: 'Deactivated.' };
type Action = keyof typeof DONE;

/** Another user changed the record meanwhile, so that the action was refused. */
interface EditConflict {
  action: Action;
  text: string;
  sendMine: () => void;
  takeTheirs: () => void;
}

/** The same as the server's 412 says it: the current record and its version. */
interface Refusal extends Pick<EditConflict, 'action' | 'text'> {
  current: unknown;
  version: number;
}

/** A form, and the values and the version of the record that it is based on. */
interface Edited<Form> {
  form: Form;
  values: Form;
  version: number;
}

/** Whether a form differs from the values of the record that it shows. */
const isUnsaved = (shown: { form: object; values: object }) =>
  JSON.stringify(shown.form) !== JSON.stringify(shown.values);

/** A form as its draft stores it; `null` when the stored value is not a draft of this form. */
function readEdited<Form extends object>(drafted: DraftedFields<Form>, raw: unknown): Edited<Form> | null {
  const { form, values, version } = asRecord(raw);
  const read = [readDrafted(drafted, form), readDrafted(drafted, values)];
  return read.every((one) => one !== null) && typeof version === 'number'
    ? { form: read[0] as Form, values: read[1] as Form, version }
    : null;
}

/** A form that edits an item, a location or a box, and its switch between active and inactive. */
export function useEditForm<Form extends object, E extends Record<string, string | null>>(rules: EditRules<Form, E>) {
  const { validate, showError } = rules;
  const listed = { form: rules.listed, values: rules.listed, version: rules.version };
  const [edited, setEdited] = useState<Edited<Form>>(listed);
  const draft = useDraft(rules.key, (raw) => readEdited(rules.drafted, raw));
  /** While nothing is typed, the form follows the list. A change keeps the values and version that it was based on. */
  const shown = isUnsaved(edited) || edited.version > listed.version ? edited : listed;
  const { form } = shown;
  const [checked, setChecked] = useState(false);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const { navigateAfter, showErrorIfMounted } = useNavigateIfStillHere();
  const errors = validate(form);

  const write = (action: Action, ifMatch: number) =>
    action === 'save' ? rules.save(form, ifMatch) : rules.setActive(action === 'activate', ifMatch);
  const send = async (action: Action, ifMatch: number): Promise<void> => {
    showError(null);
    setRefusal(null);
    setBusy(true);
    const { error } = await write(action, ifMatch);
    setBusy(false);
    const failure = asApiError(error);
    if (!failure) {
      draft.drop();
      return navigateAfter(rules.list, DONE[action]);
    }
    const text = errorMessage(failure);
    const current = failure.kind === 'http' ? currentRecord(failure) : undefined;
    const { version } = asRecord(current);
    if (typeof version !== 'number') showErrorIfMounted(text, showError);
    else showErrorIfMounted(text, () => setRefusal({ action, text, current, version }));
  };
  const save = (ifMatch: number) => {
    setChecked(true);
    if (Object.values(errors).every((one) => one === null)) void send('save', ifMatch);
  };

  const conflictOf = ({ action, text, current, version }: Refusal): EditConflict => ({
    action,
    text,
    sendMine: () => (action === 'save' ? save(version) : void send(action, version)),
    takeTheirs: () => {
      draft.drop();
      const theirs = rules.formOf(current);
      setEdited({ form: theirs, values: theirs, version });
      setRefusal(null);
    },
  });

  return {
    form,
    change: (changes: Partial<Form>) => {
      const next = { ...shown, form: { ...form, ...changes } };
      showError(null);
      setEdited(next);
      if (isUnsaved(next)) draft.save(next);
      else draft.drop();
    },
    errors: checked ? errors : ({} as Partial<E>),
    page: {
      restorable: draft.offered((restored) => {
        showError(null);
        setEdited(restored);
      }),
      onCancel: draft.drop,
      busy,
      unsaved: isUnsaved(shown),
      conflict: refusal && conflictOf(refusal),
      onSubmit: () => save(shown.version),
      onSetActive: (active: boolean) => void send(active ? 'activate' : 'deactivate', shown.version),
    },
  };
}
