import { type FormEvent, useRef, useState } from 'react';
import { asFailure, queuedWriteFailureText } from '../../api/failures';
import { isQueued } from '../../api/queuedWrites';
import { useUpdateVisitMutation } from '../../api/visitsApi';
import type { UpdateVisitBody } from '../../contract/visits';
import { messages } from '../../domain/messages';
import { paths } from '../../paths';
import { useShowSaved } from '../../state/alerts';
import { restoredInto, useDraft } from '../../state/drafts';
import { useLateAnswers } from '../../state/lateAnswers';
import { useMend } from '../../state/mending';
import type { ShownVisit } from '../../state/pendingViews';
import { Button } from '../../ui/Button';
import { Card } from '../../ui/Card';
import { DraftNotice } from '../../ui/DraftNotice';
import { FormError, useFormError } from '../../ui/FormError';
import { OutcomeRadios } from '../../ui/OutcomeRadios';
import { useOnce } from '../../ui/useOnce';
import { NoteField } from './NoteField';
import { useVisitBoxes } from './useVisitBoxes';
import { checkNote, draftOf, readVisitDraft, type VisitDraft } from './visitDraft';
import styles from './VisitForm.module.css';

const VISIT_CHANGES = ['submitVisit', 'updateVisit'] as const;

/** Changes outcome and note of a visit, submitted or not (spec §4). Completed still needs every box refilled. */
export function EditVisitForm({ visit, onCancel }: { visit: ShownVisit; onCancel: () => void }) {
  const { everyBoxRefilled } = useVisitBoxes(visit);
  const { typed: typedBefore, found, keep, drop } = useDraft(`edit visit ${visit._id}`, readVisitDraft);
  const [typed, setTyped] = useState<VisitDraft | null>(typedBefore);
  const [error, setError] = useFormError();
  const [updateVisit] = useUpdateVisitMutation();
  const mend = useMend(visit.pending, VISIT_CHANGES);
  const showSaved = useShowSaved();
  const { goOn, refuse } = useLateAnswers();

  const noteRef = useRef<HTMLTextAreaElement>(null);

  const values = typed ?? draftOf(visit);
  const noteCheck = checkNote(visit, values.note);
  const completedBarred = !everyBoxRefilled && visit.outcome !== 'completed';
  const change = (part: Partial<VisitDraft>) => {
    const next = { ...values, ...part };
    setTyped(next);
    keep(next);
  };

  const [save, saving] = useOnce(async (body: UpdateVisitBody) => {
    setError(null);
    const mended = await mend(body);
    if (mended === 'notSaved') {
      refuse(messages.couldNotSave, setError);
      return false;
    }
    if (mended === 'mended') {
      drop();
      await goOn(paths.outbox(), null);
      return true;
    }
    const { data: answer, error: failed } = await updateVisit({ id: visit._id, body });
    const failure = asFailure(failed);
    if (failure) {
      refuse(queuedWriteFailureText(failure), setError);
      return false;
    }
    drop();
    if (isQueued(answer)) showSaved(answer);
    await goOn(paths.visitDetails(visit._id), isQueued(answer) ? null : 'Visit updated.');
    return true;
  });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (noteCheck.error) noteRef.current?.focus();
    else if (values.outcome === 'completed' && completedBarred) setError(messages.refillAllBoxes);
    else void save({ ...noteCheck.body, ...(values.outcome ? { outcome: values.outcome } : {}) });
  };

  return (
    <>
      <DraftNotice found={saving ? null : restoredInto(found, setTyped)} />
      <Card>
        <form className={styles.form} onSubmit={onSubmit}>
          <OutcomeRadios
            value={values.outcome}
            onChange={(outcome) => change({ outcome })}
            unavailable={completedBarred ? ['completed'] : []}
            disabled={saving}
            hint={completedBarred ? messages.refillAllBoxesHint : undefined}
          />
          <NoteField
            ref={noteRef}
            note={values.note}
            check={noteCheck}
            readOnly={saving}
            onChange={(note) => change({ note })}
          />
          <FormError error={error} />
          <div className={styles.actions}>
            <Button type="submit" variant="primary" busy={saving} busyText="Saving…">
              Save
            </Button>
            <Button
              disabled={saving}
              onClick={() => {
                drop();
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
