import { useEffect, useState } from 'react';
import { type ApiError, errorMessage } from '../../api/client/errors';
import { isQueued, type Queued } from '../../api/client/writes';
import { useSubmitVisitMutation, useUpdateVisitMutation } from '../../api/visitsApi';
import { SUBMIT_ERROR_CLEAR_MS } from '../../domain/constants';
import type { Visit } from '../../contract/visits';
import { screenMessages } from '../../domain/screenMessages';
import { submitErrorMessage, validateSubmit } from '../../domain/visitFormRules';
import { paths } from '../../paths';
import { useShowSaved } from '../../state/alerts/alerts';
import { type Conflict, useConflict } from '../../state/outbox/conflict';
import type { Sent } from '../../state/drafts/drafts';
import type { DraftOf } from '../../state/drafts/useDraft';
import { type RefusedEntry, useCorrection } from '../../state/outbox/editRefusedEntry';
import { useNavigateIfStillHere } from '../../state/drafts/useNavigateIfStillHere';
import { type FormFailure, useFormError } from '../../ui/FormError';
import type { Recorded } from '../../ui/RecordedNotice';
import { useSingleFlight } from '../../ui/useSingleFlight';
import { useRecordedVisit } from './useRecordedVisit';
import type { NoteCheck, VisitDraft } from './visitDraft';

export interface SubmitVisit {
  /** `noteBody`: the note field of the body; absent when the server should keep its note. */
  submit: (noteBody: NoteCheck['body'], everyBoxRefilled: boolean) => Promise<void>;
  /** 'sent' once the server or the device has it: all buttons are disabled. */
  phase: 'open' | 'sending' | 'sent';
  /** A refusal is cleared after 1.5 s (spec §5). */
  error: FormFailure | null;
  recorded: Recorded | null;
  conflict: Conflict | null;
  /** Sends this over the version of another user. */
  sendMine: SubmitVisit['submit'];
  /** Drops the form and keeps the other user's version. */
  keepTheirs: () => void;
}

/** Submits a visit (spec §4, §5) with its form's write id, then opens the dashboard. */
export function useSubmitVisit(
  visitId: string,
  values: VisitDraft,
  draft: DraftOf<VisitDraft>,
  refused: RefusedEntry,
): SubmitVisit {
  const [submitVisit] = useSubmitVisitMutation();
  const [updateVisit] = useUpdateVisitMutation();
  const [isSent, setIsSent] = useState(false);
  const [error, setError] = useFormError();
  const [isBrief, setIsBrief] = useState(true);
  const correct = useCorrection(refused);
  const showSaved = useShowSaved();
  const { navigateAfter, showErrorIfMounted } = useNavigateIfStillHere();
  const { conflict, ...conflicts } = useConflict('visit');

  useEffect(() => {
    if (error === null || !isBrief) return;
    const timer = setTimeout(() => setError(null), SUBMIT_ERROR_CLEAR_MS);
    return () => clearTimeout(timer);
  }, [error, isBrief, setError]);

  /** A refusal disappears by itself (spec §5). */
  const showRefusal = (text: string) => {
    setIsBrief(true);
    setError(text);
  };
  /** Any other error says what to do, so it stays. */
  const showLastingError = (text: string) => {
    setIsBrief(false);
    setError(text);
  };
  const showFailure = (failure: ApiError) => {
    const found = conflicts.read(failure);
    if (found) showErrorIfMounted(errorMessage(failure), () => conflicts.show(found));
    else if (failure.kind === 'http') showErrorIfMounted(submitErrorMessage(failure.message ?? ''), showRefusal);
    else showErrorIfMounted(errorMessage(failure), showLastingError);
  };
  const done = async ({ response, failure }: Sent<Visit | Queued>) => {
    if (failure) {
      showFailure(failure);
      return false;
    }
    setIsSent(true);
    if (isQueued(response)) {
      showSaved(response);
      await navigateAfter(paths.dashboard({ queued: '1' }), null);
    } else {
      await navigateAfter(paths.dashboard({ done: 'visit' }), screenMessages.visitSubmitted);
    }
    return true;
  };
  // Two presses within one task both see the old state. The second is ignored here.
  const [submitWithBase, isSending] = useSingleFlight(
    async (found: Conflict | null, noteBody: NoteCheck['body'], everyBoxRefilled: boolean) => {
      const { outcome } = values;
      const shown = found?.base ?? values.base;
      const wrong = validateSubmit(outcome, everyBoxRefilled);
      if (wrong !== null || outcome === null) {
        showRefusal(wrong ?? screenMessages.selectOutcome);
        return false;
      }
      setError(null);
      conflicts.show(null);
      const body = { outcome, ...noteBody };
      const corrected = await correct(body, showLastingError);
      if (corrected === null) return false;
      if (corrected === 'replaced') {
        draft.drop();
        setIsSent(true);
        await navigateAfter(paths.dashboard({ queued: '1' }), null);
        return true;
      }
      // The visit is submitted by another user, or by the corrected submit: this is an update of it.
      const isUpdate = found?.isSubmitted || corrected === 'superseded';
      const write = isUpdate ? updateVisit : submitVisit;
      const base = corrected === 'superseded' ? refused.baseAfter(shown) : shown;
      return done(await draft.send({ ...values, base }, (writeId) => write({ writeId, id: visitId, body, base })));
    },
  );
  const recorded = useRecordedVisit(visitId, draft, values, done);
  const keepTheirs = () => {
    draft.drop();
    conflicts.keepTheirs();
  };
  return {
    submit: (...given) => submitWithBase(null, ...given),
    phase: isSent ? 'sent' : isSending || recorded?.changing ? 'sending' : 'open',
    error,
    recorded,
    conflict,
    sendMine: (...given) => submitWithBase(conflict, ...given),
    keepTheirs,
  };
}
