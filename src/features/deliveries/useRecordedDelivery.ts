import { parseDelivery } from '../../api/parsers/delivery';
import { useUpdateDeliveryMutation } from '../../api/deliveriesApi';
import type { Queued } from '../../api/client/writes';
import type { Delivery } from '../../contract/deliveries';
import type { LineDraft } from '../../domain/deliveryRules';
import { linesText } from '../../domain/names';
import { otherBoxOf } from '../../state/pending/recordedUnder';
import type { Sent } from '../../state/drafts/drafts';
import { recordedChoice } from '../../state/drafts/recordedChoice';
import type { DraftedWrite, DraftOf } from '../../state/drafts/useDraft';
import { usePricesAsOf } from '../../state/reads/listReads';
import type { Recorded } from '../../ui/RecordedNotice';
import { useSingleFlight } from '../../ui/useSingleFlight';
import { editDeliveryForm, editedLinesOf } from './edit/editedLines';

/** The notice, and the recorded lines whose prices `change` keeps. */
export interface RecordedDelivery extends Recorded {
  keptLines: Delivery['lines'];
}

/** The write of a form that records a new delivery, and its box. */
interface NewDelivery extends DraftedWrite<Delivery | Queued> {
  box: string;
}

/**
 * The notice of a form whose delivery was recorded with other lines or for another box; `null` for none. `done` handles
 * the result like any other send, and returns whether the form is finished. `creation`: what a form for a new delivery
 * sends.
 */
export function useRecordedDelivery(
  draft: Pick<DraftOf<never>, 'recordedOtherwise' | 'drop'>,
  lines: LineDraft[],
  done: (sent: Sent<Delivery | Queued>) => Promise<boolean>,
  creation?: NewDelivery,
): RecordedDelivery | null {
  const [updateDelivery] = useUpdateDeliveryMutation();
  const pricesAsOf = usePricesAsOf();
  const otherBox = (recorded: Delivery) => (creation ? otherBoxOf(recorded, creation.box) : null);
  const choice = recordedChoice<Delivery>(draft, {
    parse: parseDelivery,
    write: (recorded, base) => {
      if (creation && otherBox(recorded) !== null) return { ...creation, isOther: true };
      const { _id: id, visit } = recorded;
      const write = { id, visitId: visit?._id ?? null, body: { lines }, base, pricesAsOf };
      return {
        draft: { form: editDeliveryForm(id), value: { lines: editedLinesOf(lines), base } },
        call: (writeId) => updateDelivery({ writeId, ...write }),
      };
    },
    done,
  });
  const [change, changing] = useSingleFlight(async () => choice !== null && choice.change());
  if (!choice) return null;
  const { recorded, leave } = choice;
  const box = otherBox(recorded);
  const text = linesText(recorded.lines) || 'no lines';
  return {
    what: box === null ? text : `${text}, for the box ${box}`,
    change: () => void change(),
    isOther: box !== null,
    keptLines: box === null ? recorded.lines : [],
    changing,
    leave,
  };
}
