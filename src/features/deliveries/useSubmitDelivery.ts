import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useCreateDeliveryMutation } from '../../api/deliveriesApi';
import { asFailure, queuedWriteFailureText } from '../../api/failures';
import { isQueued } from '../../api/queuedWrites';
import { paths, savedForVisit } from '../../paths';
import { useShowSaved } from '../../state/alerts';
import type { NewDeliveryDraft } from './newDeliveryDraft';

export interface SubmitDelivery {
  submit: (values: NewDeliveryDraft) => Promise<void>;
  /** Stays true once it was taken, so that no tap can send it again on the way to the next screen. */
  submitting: boolean;
  error: string | null;
}

/** Sends a new delivery and goes on where spec §2 says. `onSent` runs once the server or the device has it. */
export function useSubmitDelivery(visitId: string | null, onSent: () => void): SubmitDelivery {
  const [createDelivery] = useCreateDeliveryMutation();
  const [submitting, setSubmitting] = useState(false);
  const [error, setError] = useState<string | null>(null);
  // Two taps within one frame both see the state of before; the ref they share does not wait for a render.
  const inHand = useRef(false);
  const showSaved = useShowSaved();
  const navigate = useNavigate();

  const submit = async ({ repName, location, box, lines }: NewDeliveryDraft) => {
    if (inHand.current) return;
    inHand.current = true;
    setSubmitting(true);
    setError(null);
    const body = { repName, location, box, lines, ...(visitId ? { visit: visitId } : {}) };
    const { data: answer, error: failed } = await createDelivery(body);
    const failure = asFailure(failed);
    if (failure) {
      inHand.current = false;
      setSubmitting(false);
      setError(queuedWriteFailureText(failure));
      return;
    }
    onSent();
    // In place of the form: Back leads past it, since an empty one would fill the box again.
    if (isQueued(answer)) {
      showSaved(answer);
      const state = visitId && savedForVisit(visitId);
      await navigate(paths.dashboard({ queued: '1' }), { replace: true, state });
    } else {
      const done = { done: 'delivery' } as const;
      await navigate(visitId ? paths.visit(visitId, done) : paths.dashboard(done), { replace: true });
    }
  };
  return { submit, submitting, error };
}
