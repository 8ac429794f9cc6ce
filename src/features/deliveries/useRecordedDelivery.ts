import { readDelivery } from '../../api/answers/readDelivery';
import { useUpdateDeliveryMutation } from '../../api/deliveriesApi';
import type { Queued } from '../../api/queuedWrites';
import type { Delivery } from '../../contract/deliveries';
import type { LineDraft } from '../../domain/deliveryRules';
import type { DraftOf, Sent } from '../../state/drafts';
import { usePricesAsOf } from '../../state/reads';
import { useOnce } from '../../ui/useOnce';
import { editDeliveryForm, editedLinesOf, linesText } from './editedLines';

/** A delivery that was recorded with other lines than its form has now. */
export interface RecordedDelivery {
  /** Its lines in words. */
  what: string;
  /** Changes it to these lines. */
  change: (lines: LineDraft[]) => Promise<void>;
  changing: boolean;
  leave: () => void;
}

/**
 * What a form about a delivery shows when the server recorded its write with other lines; `null` while it did not.
 * `done` goes on as after any send of the form; it answers whether the form is done with.
 */
export function useRecordedDelivery(
  { earlier, drop }: Pick<DraftOf<never>, 'earlier' | 'drop'>,
  done: (sent: Sent<Delivery | Queued>) => Promise<boolean>,
): RecordedDelivery | null {
  const [updateDelivery] = useUpdateDeliveryMutation();
  const pricesAsOf = usePricesAsOf();
  const [change, changing] = useOnce(async (lines: LineDraft[]) => {
    if (!earlier) return false;
    const { _id: id, version, visit } = readDelivery(earlier.response);
    const base = { baseVersion: version ?? null, over: null };
    const draft = { form: editDeliveryForm(id), value: { lines: editedLinesOf(lines), base } };
    const write = { id, visitId: visit?._id ?? null, body: { lines }, base, pricesAsOf };
    return done(await earlier.change(draft, (writeId) => updateDelivery({ writeId, ...write })));
  });
  if (!earlier) return null;
  const recorded = readDelivery(earlier.response);
  return {
    what: linesText(recorded.lines),
    change,
    changing,
    leave: () => {
      drop();
      void done({ answer: recorded, failure: null });
    },
  };
}
