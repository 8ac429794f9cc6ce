import { useCreateDeliveryMutation } from '../../../api/deliveriesApi';
import { queuedWriteFailureText } from '../../../api/failures';
import { isQueued, type Queued } from '../../../api/queuedWrites';
import type { Delivery } from '../../../contract/deliveries';
import { messages } from '../../../domain/messages';
import { paths, savedForVisit } from '../../../paths';
import { useShowSaved } from '../../../state/alerts';
import type { DraftOf, Sent } from '../../../state/drafts';
import { useLateAnswers } from '../../../state/lateAnswers';
import { usePricesAsOf } from '../../../state/reads';
import type { Recorded } from '../../../ui/RecordedNotice';
import { useOnce } from '../../../ui/useOnce';
import type { NewDeliveryDraft } from './newDeliveryDraft';
import { sentLines } from './padLines';
import { useRecordedDelivery } from '../useRecordedDelivery';

export interface SubmitDelivery {
  submit: () => Promise<void>;
  /** Stays true once it was taken, so that no tap can send it again on the way to the next screen. */
  submitting: boolean;
  recorded: Recorded | null;
}

/** Sends a new delivery under its form's id and goes on where spec §2 says. `showError` has the form say why it was not taken. */
export function useSubmitDelivery(
  visitId: string | null,
  values: NewDeliveryDraft,
  draft: DraftOf<NewDeliveryDraft>,
  showError: (text: string | null) => void,
): SubmitDelivery {
  const [createDelivery] = useCreateDeliveryMutation();
  const pricesAsOf = usePricesAsOf();
  const showSaved = useShowSaved();
  const { goOn, refuse } = useLateAnswers();

  const done = async ({ answer, failure }: Sent<Delivery | Queued>) => {
    if (failure) {
      refuse(queuedWriteFailureText(failure), showError);
      return false;
    }
    // In place of the form: Back leads past it, since an empty one would fill the box again.
    if (isQueued(answer)) {
      showSaved(answer);
      const state = visitId && savedForVisit(visitId);
      await goOn(paths.dashboard({ queued: '1' }), null, { replace: true, state });
    } else {
      const query = { done: 'delivery' } as const;
      const to = visitId ? paths.visit(visitId, query) : paths.dashboard(query);
      await goOn(to, messages.deliveryRecorded, { replace: true });
    }
    return true;
  };
  const [submit, submitting] = useOnce(async () => {
    showError(null);
    const { repName, location, box } = values;
    const lines = sentLines(values.lines);
    const body = { repName, location, box, lines, ...(visitId ? { visit: visitId } : {}) };
    return done(await draft.send(values, (writeId) => createDelivery({ writeId, body, pricesAsOf })));
  });
  const recorded = useRecordedDelivery(draft, sentLines(values.lines), done);
  return { submit, submitting: submitting || (recorded?.changing ?? false), recorded };
}
