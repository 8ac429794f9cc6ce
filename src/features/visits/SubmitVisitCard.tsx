import { type FormEvent, useId, useState } from 'react';
import type { Visit } from '../../contract/visits';
import { messages } from '../../domain/messages';
import { isSubmitted } from '../../domain/visitRules';
import { restoredInto, useDraft } from '../../state/drafts';
import { Button } from '../../ui/Button';
import { Card } from '../../ui/Card';
import { DraftNotice } from '../../ui/DraftNotice';
import { FormError } from '../../ui/FormError';
import { OutcomeRadios } from '../../ui/OutcomeRadios';
import { TextArea } from '../../ui/TextArea';
import { useSubmitVisit } from './useSubmitVisit';
import { draftOf, readVisitDraft, type VisitDraft } from './visitDraft';
import styles from './VisitForm.module.css';

/** Outcome, note and the button that ends the visit (spec §2, §4). What is typed outlives the trips to its boxes. */
export function SubmitVisitCard({ visit, everyBoxRefilled }: { visit: Visit; everyBoxRefilled: boolean }) {
  const submitted = isSubmitted(visit);
  const { typed: typedBefore, found, keep, drop } = useDraft(`submit visit ${visit._id}`, readVisitDraft);
  const [typed, setTyped] = useState<VisitDraft | null>(typedBefore);
  const { submit, phase, error } = useSubmitVisit(visit._id, drop);
  const hintId = useId();

  const values = (submitted ? null : typed) ?? draftOf(visit);
  const { outcome, note } = values;
  const readOnly = submitted || phase !== 'open';
  const completedBarred = !submitted && !everyBoxRefilled;
  const submitBarred = completedBarred && outcome === 'completed';
  const change = (part: Partial<VisitDraft>) => {
    const next = { ...values, ...part };
    setTyped(next);
    keep(next);
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void submit({ outcome, note, everyBoxRefilled });
  };

  return (
    <Card title="Submit Visit">
      <DraftNotice found={readOnly ? null : restoredInto(found, setTyped)} />
      <form className={styles.form} onSubmit={onSubmit}>
        <OutcomeRadios
          value={outcome}
          onChange={(chosen) => change({ outcome: chosen })}
          unavailable={completedBarred ? ['completed'] : []}
          disabled={readOnly}
        />
        {completedBarred ? (
          <p id={hintId} className={styles.hint}>
            {messages.refillAllBoxesHint}
          </p>
        ) : null}
        <TextArea
          label="Note"
          value={note}
          readOnly={readOnly}
          onChange={(event) => change({ note: event.target.value })}
        />
        <FormError error={error} />
        <Button
          type="submit"
          variant="primary"
          wide
          busy={phase === 'sending'}
          busyText="Submitting…"
          disabled={readOnly || submitBarred}
          title={submitBarred ? messages.refillAllBoxesHint : undefined}
          aria-describedby={completedBarred ? hintId : undefined}
        >
          {submitted || phase === 'sent' ? 'Visit Submitted' : 'Submit Visit'}
        </Button>
      </form>
    </Card>
  );
}
