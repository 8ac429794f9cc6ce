import { type FormEvent, useRef, useState } from 'react';
import { queuedWriteErrorMessage } from '../../api/client/errors';
import { isQueued } from '../../api/client/writes';
import { useUpdateVisitMutation } from '../../api/visitsApi';
import type { Visit } from '../../contract/visits';
import { screenMessages } from '../../domain/screenMessages';
import { paths } from '../../paths';
import { useDraft } from '../../state/drafts/useDraft';
import { useRefusedEntry } from '../../state/outbox/editRefusedEntry';
import { useQueuedEdit } from '../../state/outbox/useQueuedEdit';
import type { VisitView } from '../../state/pending/pendingViews';
import { Button } from '../../ui/Button';
import { Card } from '../../ui/Card';
import { DraftNotice } from '../../ui/DraftNotice';
import { FormError, useFormError } from '../../ui/FormError';
import { OutcomeRadios } from '../../ui/OutcomeRadios';
import { useSingleFlight } from '../../ui/useSingleFlight';
import { NoteField } from './NoteField';
import { useRecordedVisit } from './useRecordedVisit';
import { useVisitBoxes } from './useVisitBoxes';
import { checkNote, draftOf, editVisitForm, readVisitDraft, type VisitDraft } from './visitDraft';
import styles from './VisitForm.module.css';
import { VisitBoxesErrors } from './VisitBoxesErrors';
import { VisitNotices } from './VisitNotices';

/** Changes outcome and note of a visit, submitted or not (spec §4). Completed still needs every box refilled. */
export function EditVisitForm({ visit, onCancel }: { visit: VisitView; onCancel: () => void }) {
  const read = useVisitBoxes(visit);
  const [typed, setTyped] = useState<VisitDraft | null>(null);
  const [error, setError] = useFormError();
  const [updateVisit] = useUpdateVisitMutation();
  const refused = useRefusedEntry(visit.pending, ({ editedOn }) => editedOn === 'editVisit');
  const details = paths.visitDetails(visit._id);
  const edit = useQueuedEdit<Visit>({
    noun: 'visit',
    refused,
    failureText: queuedWriteErrorMessage,
    showError: setError,
    outbox: paths.outbox(),
    next: (response) => [details, isQueued(response) ? null : 'Visit updated.'],
  });
  const { conflict } = edit;
  const noteRef = useRef<HTMLTextAreaElement>(null);

  const values = typed ?? draftOf(visit, refused.about);
  const draft = useDraft(editVisitForm(visit._id), (raw) => readVisitDraft(raw, values.base));
  const noteCheck = checkNote(visit, values.note);
  const completedDisabled = !read.everyBoxRefilled && visit.outcome !== 'completed';
  const areBoxesMissing = completedDisabled && read.rows !== undefined && !read.haveDeliveriesFailed;
  const change = (part: Partial<VisitDraft>) => {
    const next = { ...values, ...part };
    setTyped(next);
    draft.save(next);
    setError(null);
  };

  const [save, isSaving] = useSingleFlight(async (sent: VisitDraft) => {
    setError(null);
    edit.hideConflict();
    // Sent content stays in the form, even if the visit changes.
    setTyped(sent);
    const { outcome } = sent;
    const body = { ...checkNote(visit, sent.note).body, ...(outcome ? { outcome } : {}) };
    return edit.save(body, sent.base, draft.drop, (base) =>
      draft.send({ ...sent, base }, (writeId) => updateVisit({ writeId, id: visit._id, body, base })),
    );
  });
  const recorded = useRecordedVisit(visit._id, draft, values, edit.finish);
  const saving = isSaving || (recorded?.changing ?? false);
  const submit = (form: VisitDraft) => {
    if (noteCheck.error) noteRef.current?.focus();
    else if (form.outcome === 'completed' && completedDisabled) setError(screenMessages.refillAllBoxes);
    else void save(form);
  };
  const restore = (restored: VisitDraft) => {
    setTyped(restored);
    setError(null);
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    submit(values);
  };
  const keepTheirs = () => {
    draft.drop();
    edit.keepTheirs(details);
  };

  return (
    <>
      <DraftNotice restorable={saving ? null : draft.offered(restore)} />
      <Card>
        <form className={styles.form} onSubmit={onSubmit}>
          <OutcomeRadios
            value={values.outcome}
            onChange={(outcome) => change({ outcome })}
            unavailable={completedDisabled ? ['completed'] : []}
            disabled={saving}
            hint={areBoxesMissing ? screenMessages.refillAllBoxesHint : undefined}
          />
          {completedDisabled ? <VisitBoxesErrors {...read} /> : null}
          <NoteField
            ref={noteRef}
            note={values.note}
            check={noteCheck}
            readOnly={saving}
            onChange={(note) => change({ note })}
          />
          <VisitNotices
            recorded={recorded}
            conflict={conflict}
            theirs={refused.theirs}
            mine={values}
            busy={saving}
            sendMine={() => conflict && submit({ ...values, base: conflict.base })}
            keepTheirs={keepTheirs}
          />
          <FormError error={error} />
          <div className={styles.actions}>
            {conflict ? null : (
              <Button type="submit" variant="primary" busy={saving} busyText="Saving…">
                Save
              </Button>
            )}
            <Button
              disabled={saving}
              onClick={() => {
                draft.drop();
                onCancel();
              }}
            >
              Cancel
            </Button>
          </div>
        </form>
      </Card>
    </>
  );
}
