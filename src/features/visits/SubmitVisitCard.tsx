import { type FormEvent, type RefCallback, useId, useRef, useState } from 'react';
import { screenMessages } from '../../domain/screenMessages';
import { isSubmitted } from '../../domain/visitRules';
import { useDraft } from '../../state/drafts/useDraft';
import { useRefusedEntry } from '../../state/outbox/editRefusedEntry';
import type { VisitView } from '../../state/pending/pendingViews';
import { Button } from '../../ui/Button';
import { Card } from '../../ui/Card';
import { DraftNotice } from '../../ui/DraftNotice';
import { FormError } from '../../ui/FormError';
import { OutcomeRadios } from '../../ui/OutcomeRadios';
import { NoteField } from './NoteField';
import { UnsentSubmitNotice } from './UnsentSubmitNotice';
import { useSubmitVisit } from './useSubmitVisit';
import { checkNote, draftOf, readVisitDraft, submitVisitForm, type VisitDraft } from './visitDraft';
import styles from './VisitForm.module.css';
import { VisitNotices } from './VisitNotices';

interface SubmitVisitCardProps {
  visit: VisitView;
  everyBoxRefilled: boolean;
  /** false: not known yet, so that nothing is said about the boxes. */
  areBoxesKnown: boolean;
  /** For the button if every box is refilled, after one has just been refilled. */
  nextStepRef: RefCallback<HTMLElement> | null;
}

/**
 * Outcome, note and the button that submits the visit (spec §2, §4). Its draft is offered again after the person left
 * the screen.
 */
export function SubmitVisitCard({ visit, everyBoxRefilled, areBoxesKnown, nextStepRef }: SubmitVisitCardProps) {
  const submitted = isSubmitted(visit);
  const [typed, setTyped] = useState<VisitDraft | null>(null);
  const hintId = useId();
  const noteRef = useRef<HTMLTextAreaElement>(null);

  // The queued submit if the server refused it: it is corrected at its position in the queue.
  const refused = useRefusedEntry(visit.pending, ({ kind }) => kind === 'submit');
  const recordedDraft = draftOf(visit, refused.about);
  // With every box refilled the visit is completed, until another outcome is chosen.
  const entered = typed ?? recordedDraft;
  const toSubmit =
    entered.outcome === null && everyBoxRefilled ? { ...entered, outcome: 'completed' as const } : entered;
  // A submitted visit shows what is recorded. What was entered here stays for the choice between the versions.
  const values = submitted ? draftOf(visit, {}) : toSubmit;
  const draft = useDraft(submitVisitForm(visit._id), (raw) => readVisitDraft(raw, values.base));
  const { phase, error, recorded, conflict, ...actions } = useSubmitVisit(visit._id, toSubmit, draft, refused);
  const { outcome, note } = values;
  const noteCheck = checkNote(visit, note);
  const readOnly = submitted || phase !== 'open';
  const isDecided = conflict === null && recorded === null && phase === 'open';
  const completedDisabled = !submitted && !everyBoxRefilled;
  const hint = completedDisabled && areBoxesKnown ? screenMessages.refillAllBoxesHint : undefined;
  const submitDisabled = completedDisabled && outcome === 'completed';
  const change = (part: Partial<VisitDraft>) => {
    const next = { ...values, ...part };
    setTyped(next);
    draft.save(next);
  };
  const sendChecked = (send: typeof actions.submit) => {
    const { error: noteError, body } = checkNote(visit, toSubmit.note);
    if (noteError) {
      noteRef.current?.focus();
      return;
    }
    // Sent content stays in the form, even if the visit changes.
    setTyped(toSubmit);
    void send(body, everyBoxRefilled);
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    sendChecked(actions.submit);
  };
  const keepTheirs = () => {
    setTyped(null);
    actions.keepTheirs();
  };

  return (
    <Card title="Submit Visit">
      {submitted && isDecided ? <UnsentSubmitNotice visitId={visit._id} base={values.base} /> : null}
      <DraftNotice restorable={readOnly ? null : draft.offered(setTyped)} />
      <form className={styles.form} onSubmit={onSubmit}>
        <OutcomeRadios
          value={outcome}
          onChange={(chosen) => change({ outcome: chosen })}
          unavailable={completedDisabled ? ['completed'] : []}
          disabled={readOnly}
          hint={hint}
          hintId={hintId}
        />
        <NoteField
          ref={noteRef}
          note={note}
          check={noteCheck}
          readOnly={readOnly}
          onChange={(typedNote) => change({ note: typedNote })}
        />
        <VisitNotices
          recorded={recorded}
          conflict={conflict}
          theirs={refused.theirs}
          mine={toSubmit}
          busy={phase !== 'open'}
          sendMine={() => sendChecked(actions.sendMine)}
          keepTheirs={keepTheirs}
        />
        <FormError error={error} />
        <Button
          ref={everyBoxRefilled && !submitted ? nextStepRef : null}
          type="submit"
          variant="primary"
          wide
          busy={phase === 'sending'}
          busyText="Submitting…"
          disabled={readOnly || submitDisabled || conflict !== null}
          title={submitDisabled ? hint : undefined}
          aria-describedby={hint ? hintId : undefined}
        >
          {submitted || phase === 'sent' ? 'Visit Submitted' : 'Submit Visit'}
        </Button>
      </form>
    </Card>
  );
}
