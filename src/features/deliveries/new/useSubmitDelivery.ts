import { useState } from 'react';
import { useCreateDeliveryMutation } from '../../../api/deliveriesApi';
import { queuedWriteErrorMessage } from '../../../api/client/errors';
import { isQueued, type Queued } from '../../../api/client/writes';
import type { Delivery } from '../../../contract/deliveries';
import { screenMessages } from '../../../domain/screenMessages';
import { isSubmittedReason } from '../../../offline/queuedWrites';
import { paths, savedForVisit } from '../../../paths';
import { useShowSaved } from '../../../state/alerts/alerts';
import type { Sent } from '../../../state/drafts/drafts';
import type { DraftOf } from '../../../state/drafts/useDraft';
import { useNavigateIfStillHere } from '../../../state/drafts/useNavigateIfStillHere';
import { usePricesAsOf } from '../../../state/reads/listReads';
import { useSingleFlight } from '../../../ui/useSingleFlight';
import { type DeliveryPreset, type NewDeliveryDraft, newDeliveryBody, newDeliveryForm } from './newDeliveryDraft';
import { sentLines } from './padLines';
import { type RecordedDelivery, useRecordedDelivery } from '../useRecordedDelivery';

export interface SubmitDelivery {
  submit: () => Promise<void>;
  /** Stays true after a success, so that no tap can send it again before the next screen opens. */
  submitting: boolean;
  recorded: RecordedDelivery | null;
  /** The server refused the delivery because its visit was submitted meanwhile. */
  isVisitSubmitted: boolean;
}

/**
 * Sends a new delivery with its form's write id and navigates as in spec §2. `showError` shows an error in the form.
 */
export function useSubmitDelivery(
  preset: DeliveryPreset,
  values: NewDeliveryDraft,
  draft: DraftOf<NewDeliveryDraft>,
  showError: (text: string | null) => void,
): SubmitDelivery {
  const { visitId } = preset;
  const [createDelivery] = useCreateDeliveryMutation();
  const pricesAsOf = usePricesAsOf();
  const showSaved = useShowSaved();
  const { navigateAfter, showErrorIfMounted } = useNavigateIfStillHere();
  const [isVisitSubmitted, setVisitSubmitted] = useState(false);

  const done = async ({ response, failure }: Sent<Delivery | Queued>) => {
    if (failure) {
      setVisitSubmitted(failure.kind === 'http' && isSubmittedReason(failure.present));
      showErrorIfMounted(queuedWriteErrorMessage(failure), showError);
      return false;
    }
    // Replaces the form in the history: Back to an empty form would invite a second delivery to the box.
    if (isQueued(response)) {
      showSaved(response);
      const state = visitId && savedForVisit(visitId);
      await navigateAfter(paths.dashboard({ queued: '1' }), null, { replace: true, state });
    } else {
      const query = { done: 'delivery' } as const;
      const to = visitId ? paths.visit(visitId, query) : paths.dashboard(query);
      await navigateAfter(to, screenMessages.deliveryRecorded, { replace: true });
    }
    return true;
  };
  const create = (writeId: string) => createDelivery({ writeId, body: newDeliveryBody(values, visitId), pricesAsOf });
  const [submit, submitting] = useSingleFlight(async () => {
    showError(null);
    return done(await draft.send(values, create));
  });
  const recorded = useRecordedDelivery(draft, sentLines(values.lines), done, {
    box: values.box,
    draft: { form: newDeliveryForm(preset), value: values },
    call: create,
  });
  return { submit, submitting: submitting || (recorded?.changing ?? false), recorded, isVisitSubmitted };
}
