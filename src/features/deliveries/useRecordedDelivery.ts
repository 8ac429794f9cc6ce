import { parseDelivery } from '../../api/parsers/delivery';
import { useUpdateDeliveryMutation } from '../../api/deliveriesApi';
import type { Queued } from '../../api/client/writes';
import type { Delivery } from '../../contract/deliveries';
import type { LineDraft } from '../../domain/deliveryRules';
import type { Sent } from '../../state/drafts/drafts';
import type { DraftOf } from '../../state/drafts/useDraft';
import { usePricesAsOf } from '../../state/reads/listReads';
import type { Recorded } from '../../ui/RecordedNotice';
import { useSingleFlight } from '../../ui/useSingleFlight';
import { editDeliveryForm, editedLinesOf, linesText } from './edit/editedLines';

/**
 * The notice of a form whose delivery was recorded with other lines; `null` for none. `done` handles the result like
 * any other send, and returns whether the form is finished.
 */
export function useRecordedDelivery(
  { recordedOtherwise, drop }: Pick<DraftOf<never>, 'recordedOtherwise' | 'drop'>,
  lines: LineDraft[],
  done: (sent: Sent<Delivery | Queued>) => Promise<boolean>,
): Recorded | null {
  const [updateDelivery] = useUpdateDeliveryMutation();
  const pricesAsOf = usePricesAsOf();
  const recorded = recordedOtherwise && parseDelivery(recordedOtherwise.response);
  const [change, changing] = useSingleFlight(async () => {
    if (!recorded || !recordedOtherwise) return false;
    const { _id: id, version, visit } = recorded;
    const base = { baseVersion: version ?? null, over: null };
    const draft = { form: editDeliveryForm(id), value: { lines: editedLinesOf(lines), base } };
    const write = { id, visitId: visit?._id ?? null, body: { lines }, base, pricesAsOf };
    return done(await recordedOtherwise.sendAsUpdate(draft, (writeId) => updateDelivery({ writeId, ...write })));
  });
  const leave = () => {
    drop();
    if (recorded) void done({ response: recorded, failure: null });
  };
  return recorded && { what: linesText(recorded.lines), change: () => void change(), changing, leave };
}
