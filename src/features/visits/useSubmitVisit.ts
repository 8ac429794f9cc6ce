import { useEffect, useState } from 'react';
import { asFailure, failureText } from '../../api/failures';
import { isQueued } from '../../api/queuedWrites';
import { useSubmitVisitMutation } from '../../api/visitsApi';
import { SUBMIT_ERROR_CLEAR_MS } from '../../domain/constants';
import { messages } from '../../domain/messages';
import type { Outcome } from '../../domain/outcomes';
import { submitErrorMessage, validateSubmit } from '../../domain/visitRules';
import { paths } from '../../paths';
import { useShowAlert, useShowSaved } from '../../state/alerts';
import { useLateAnswers } from '../../state/lateAnswers';
import { type FormFailure, useFormError } from '../../ui/FormError';

interface Submission {
  outcome: Outcome | null;
  /** Nothing in it: the visit keeps the note that it has. */
  note: { note?: string };
  everyBoxRefilled: boolean;
}

export interface SubmitVisit {
  submit: (submission: Submission) => Promise<void>;
  /** 'sent' once the server or the device has it: nothing may be pressed any more. */
  phase: 'open' | 'sending' | 'sent';
  /** Cleared by itself after 1.5 s (spec §5). */
  error: FormFailure | null;
}

/** Submits a visit (spec §4, §5) and goes on to the dashboard. `onSent` runs before that. */
export function useSubmitVisit(visitId: string, onSent: () => void): SubmitVisit {
  const [submitVisit] = useSubmitVisitMutation();
  const [phase, setPhase] = useState<SubmitVisit['phase']>('open');
  const [error, setError] = useFormError();
  const showAlert = useShowAlert();
  const showSaved = useShowSaved();
  const { goOn, refuse } = useLateAnswers();

  useEffect(() => {
    if (error === null) return;
    const timer = setTimeout(() => setError(null), SUBMIT_ERROR_CLEAR_MS);
    return () => clearTimeout(timer);
  }, [error, setError]);

  const submit = async ({ outcome, note, everyBoxRefilled }: Submission) => {
    if (phase !== 'open') return;
    const wrong = validateSubmit(outcome, everyBoxRefilled);
    if (wrong !== null || outcome === null) return setError(wrong ?? messages.selectOutcome);
    setPhase('sending');
    setError(null);
    const result = await submitVisit({ id: visitId, body: { outcome, ...note } });
    const failure = asFailure(result.error);
    if (failure) {
      setPhase('open');
      // What did not reach the server says what to do about it and stays; only the server's own no clears itself.
      if (failure.kind === 'refused') refuse(submitErrorMessage(failure.message ?? ''), setError);
      else showAlert(failureText(failure));
      return;
    }
    setPhase('sent');
    onSent();
    const { data: answer } = result;
    if (isQueued(answer)) {
      showSaved(answer);
      await goOn(paths.dashboard({ queued: '1' }), null);
    } else {
      await goOn(paths.dashboard({ done: 'visit' }), messages.visitSubmitted);
    }
  };
  return { submit, phase, error };
}
