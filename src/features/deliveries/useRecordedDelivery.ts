import { parseDelivery } from '../../api/parsers/delivery';
import { useUpdateDeliveryMutation } from '../../api/deliveriesApi';
import type { Queued } from '../../api/client/writes';
import type { Delivery } from '../../contract/deliveries';
import type { LineDraft } from '../../domain/deliveryRules';
import { otherBoxOf } from '../../state/outbox/conflict';
import type { SendWrite, Sent } from '../../state/drafts/drafts';
import type { DraftOf } from '../../state/drafts/useDraft';
import type { Draft } from '../../state/slices/draftsSlice';
import { usePricesAsOf } from '../../state/reads/listReads';
import type { Recorded } from '../../ui/RecordedNotice';
import { useSingleFlight } from '../../ui/useSingleFlight';
import { editDeliveryForm, editedLinesOf, linesText } from './edit/editedLines';

/** A form that records a new delivery: its box, its draft, and the call with a write id. */
interface NewDelivery {
  box: string;
  draft: Pick<Draft, 'form' | 'value'>;
  create: SendWrite<Delivery | Queued>;
}

/**
 * The notice of a form whose delivery was recorded with other lines or for another box; `null` for none. `done` handles
 * the result like any other send, and returns whether the form is finished. `creation`: what a form for a new delivery
 * sends.
 */
export function useRecordedDelivery(
  { recordedOtherwise, drop }: Pick<DraftOf<never>, 'recordedOtherwise' | 'drop'>,
  lines: LineDraft[],
  done: (sent: Sent<Delivery | Queued>) => Promise<boolean>,
  creation?: NewDelivery,
): Recorded | null {
  const [updateDelivery] = useUpdateDeliveryMutation();
  const pricesAsOf = usePricesAsOf();
  const recorded = recordedOtherwise && parseDelivery(recordedOtherwise.response);
  const otherBox = recorded && creation ? otherBoxOf(recorded, creation.box) : null;
  const [change, changing] = useSingleFlight(async () => {
    if (!recorded || !recordedOtherwise) return false;
    if (creation && otherBox !== null)
      return done(await recordedOtherwise.sendAsUpdate(creation.draft, creation.create));
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
  if (!recorded) return null;
  const text = linesText(recorded.lines);
  return {
    what: otherBox === null ? text : `${text}, for the box ${otherBox}`,
    change: () => void change(),
    isOther: otherBox !== null,
    changing,
    leave,
  };
}
