import { useCreateDeliveryMutation } from '../../api/deliveriesApi';
import { asFailure, queuedWriteFailureText } from '../../api/failures';
import { isQueued } from '../../api/queuedWrites';
import { messages } from '../../domain/messages';
import { paths, savedForVisit } from '../../paths';
import { useShowSaved } from '../../state/alerts';
import { useLateAnswers } from '../../state/lateAnswers';
import { useOnce } from '../../ui/useOnce';
import type { NewDeliveryDraft } from './newDeliveryDraft';

export interface SubmitDelivery {
  submit: (values: NewDeliveryDraft) => Promise<void>;
  /** Stays true once it was taken, so that no tap can send it again on the way to the next screen. */
  submitting: boolean;
}

/**
 * Sends a new delivery and goes on where spec §2 says. `showError` has the form say why it was not taken; `onSent` runs
 * once the server or the device has it.
 */
export function useSubmitDelivery(
  visitId: string | null,
  showError: (text: string | null) => void,
  onSent: () => void,
): SubmitDelivery {
  const [createDelivery] = useCreateDeliveryMutation();
  const showSaved = useShowSaved();
  const { goOn, refuse } = useLateAnswers();

  const [submit, submitting] = useOnce(async ({ repName, location, box, lines }: NewDeliveryDraft) => {
    showError(null);
    const body = { repName, location, box, lines, ...(visitId ? { visit: visitId } : {}) };
    const { data: answer, error: failed } = await createDelivery(body);
    const failure = asFailure(failed);
    if (failure) {
      refuse(queuedWriteFailureText(failure), showError);
      return false;
    }
    onSent();
    // In place of the form: Back leads past it, since an empty one would fill the box again.
    if (isQueued(answer)) {
      showSaved(answer);
      const state = visitId && savedForVisit(visitId);
      await goOn(paths.dashboard({ queued: '1' }), null, { replace: true, state });
    } else {
      const done = { done: 'delivery' } as const;
      const to = visitId ? paths.visit(visitId, done) : paths.dashboard(done);
      await goOn(to, messages.deliveryRecorded, { replace: true });
    }
    return true;
  });
  return { submit, submitting };
}
