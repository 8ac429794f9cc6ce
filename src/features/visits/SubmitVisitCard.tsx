import { type FormEvent, useId, useState } from 'react';
import { messages } from '../../domain/messages';
import { isSubmitted } from '../../domain/visitRules';
import { useDraft } from '../../state/drafts';
import type { ShownVisit } from '../../state/pendingViews';
import { Button } from '../../ui/Button';
import { Card } from '../../ui/Card';
import { DraftNotice } from '../../ui/DraftNotice';
import { ErrorText } from '../../ui/ErrorText';
import { OutcomeRadios } from '../../ui/OutcomeRadios';
import { RecordedNotice } from '../../ui/RecordedNotice';
import { TextArea } from '../../ui/TextArea';
import { useSubmitVisit } from './useSubmitVisit';
import { draftOf, readVisitDraft, type VisitDraft } from './visitDraft';
import styles from './VisitForm.module.css';

/** Outcome, note and the button that ends the visit (spec §2, §4). What is typed is offered again after a trip to its boxes. */
export function SubmitVisitCard({ visit, everyBoxRefilled }: { visit: ShownVisit; everyBoxRefilled: boolean }) {
  const submitted = isSubmitted(visit);
  const [typed, setTyped] = useState<VisitDraft | null>(null);
  const hintId = useId();

  const values = (submitted ? null : typed) ?? draftOf(visit);
  const draft = useDraft(`submit visit ${visit._id}`, (raw) => readVisitDraft(raw, values.base));
  const { submit, phase, error, recorded } = useSubmitVisit(visit._id, typed ?? values, draft);
  const { outcome, note } = values;
  const readOnly = submitted || phase !== 'open';
  const completedBarred = !submitted && !everyBoxRefilled;
  const submitBarred = completedBarred && outcome === 'completed';
  const change = (part: Partial<VisitDraft>) => {
    const next = { ...values, ...part };
    setTyped(next);
    draft.save(next);
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    // What was sent once stays in the form, whatever becomes known of the visit.
    setTyped(values);
    void submit(everyBoxRefilled);
  };

  return (
    <Card title="Submit Visit">
      <DraftNotice found={readOnly ? null : draft.offered(setTyped)} />
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
        {error ? <ErrorText text={error} /> : null}
        <RecordedNotice recorded={recorded} />
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
