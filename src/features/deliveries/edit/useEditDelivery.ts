import { useState } from 'react';
import { useUpdateDeliveryMutation } from '../../../api/deliveriesApi';
import { parseDelivery } from '../../../api/parsers/delivery';
import { type ApiError, errorMessage } from '../../../api/client/errors';
import { isQueued } from '../../../api/client/writes';
import type { WriteBase } from '../../../api/client/writes';
import type { Delivery } from '../../../contract/deliveries';
import { deliveryContent, type LineDraft } from '../../../domain/deliveryRules';
import { screenMessages } from '../../../domain/screenMessages';
import { paths } from '../../../paths';
import type { Conflict } from '../../../state/outbox/conflict';
import { type RestorableDraft, useDraft } from '../../../state/drafts/useDraft';
import { useRefusedEntry } from '../../../state/outbox/editRefusedEntry';
import { useQueuedEdit } from '../../../state/outbox/useQueuedEdit';
import type { DeliveryView } from '../../../state/pending/pendingDeliveryViews';
import { usePricesAsOf } from '../../../state/reads/listReads';
import { baseOf } from '../../../state/pending/writeBase';
import { type FormFailure, useFormError } from '../../../ui/FormError';
import type { Recorded } from '../../../ui/RecordedNotice';
import { useSingleFlight } from '../../../ui/useSingleFlight';
import {
  type EditedDelivery,
  type EditedLine,
  editDeliveryForm,
  editedLinesOf,
  readEditedDelivery,
  sentLine,
  withNewLine,
  wrongLines,
} from './editedLines';
import { useRecordedDelivery } from '../useRecordedDelivery';
import { QUEUED_EDIT } from '../queuedEdit';
import { type Removable, useRemovable } from '../useRemovable';

export interface EditDelivery {
  lines: EditedLine[];
  changeLine: (key: number, part: Partial<EditedLine>) => void;
  addLine: () => void;
  removable: Removable<EditedLine>;
  /** The key of the line that was last added by + Add line or Undo. */
  newest: number | undefined;
  /** The errors of the lines, after Save was pressed. */
  wrong: ReadonlyMap<number, string>;
  save: () => Promise<void>;
  saving: boolean;
  error: FormFailure | null;
  restorable: RestorableDraft | null;
  recorded: Recorded | null;
  conflict: Conflict | null;
  /** The version of another user for which the change was refused. Save replaces it. */
  theirs: Conflict | null;
  /** The lines of the version that the next press changes: their prices are kept. */
  keptLines: DeliveryView['linesWithKeptPrices'];
  /** Saves this over the version of another user. */
  sendMine: () => Promise<void>;
  /** Drops the changes and keeps the other user's version. */
  keepTheirs: () => void;
  /** Drops the changes. */
  drop: () => void;
}

/** The sentence for a failure that is no conflict. */
function failureText(failure: ApiError): string {
  const hasNoMessage = failure.kind === 'http' && failure.message === null;
  return hasNoMessage ? screenMessages.deliveryUpdateFailed : errorMessage(failure);
}

/**
 * The form that edits the lines of a delivery (spec §2, §5). It replaces a refused change at its position in the queue.
 */
export function useEditDelivery(delivery: DeliveryView, isOffered: (item: string) => boolean): EditDelivery {
  const [typed, setTyped] = useState<EditedDelivery | null>(null);
  const [newest, setNewest] = useState<number>();
  const [wrong, setWrong] = useState<ReadonlyMap<number, string>>(new Map());
  const [error, setError] = useFormError();
  const [updateDelivery] = useUpdateDeliveryMutation();
  const pricesAsOf = usePricesAsOf();
  const refused = useRefusedEntry(delivery.pending, ({ editedOn }) => editedOn === 'editDelivery');
  const edit = useQueuedEdit<Delivery>({
    noun: 'delivery',
    refused,
    failureText,
    showError: setError,
    outbox: paths.outbox(),
    next: (response) =>
      isQueued(response)
        ? [paths.delivery(delivery._id, { from: 'edit' }), null, { state: QUEUED_EDIT }]
        : [paths.delivery(response._id || delivery._id, { from: 'edit' }), screenMessages.deliveryUpdated],
  });
  const { conflict } = edit;

  // Before the first change the form follows the delivery. From then on it keeps the version that it was based on.
  const { lines, base } = typed ?? { lines: editedLinesOf(deliveryContent(delivery).lines), base: baseOf(delivery) };
  const draft = useDraft(editDeliveryForm(delivery._id), (raw) => readEditedDelivery(raw, base));
  const set = (next: EditedLine[]) => {
    const edited = { lines: next, base };
    setTyped(edited);
    setWrong(new Map());
    setError(null);
    draft.save(edited);
  };
  const removable = useRemovable(lines, set);

  const visitId = delivery.visit?._id ?? null;
  const [send, saving] = useSingleFlight((sent: LineDraft[], version: WriteBase) =>
    edit.save({ lines: sent, pricesAsOf }, version, draft.drop, (sentBase) => {
      // Sent content stays in the form, even if the delivery changes.
      setTyped({ lines, base: sentBase });
      const write = { id: delivery._id, visitId, body: { lines: sent }, base: sentBase, pricesAsOf };
      return draft.send({ lines, base: sentBase }, (writeId) => updateDelivery({ writeId, ...write }));
    }),
  );
  const recorded = useRecordedDelivery(draft, lines.map(sentLine), edit.finish);
  const present = conflict ? parseDelivery(conflict.current).lines : delivery.linesWithKeptPrices;

  /** Saves the lines as a change of that version. */
  const saveOver = async (version: WriteBase) => {
    const found = wrongLines(lines, isOffered);
    setWrong(found);
    const [first = null] = found.values();
    setError(first);
    if (first !== null) return;
    edit.hideConflict();
    await send(lines.map(sentLine), version);
  };

  return {
    lines,
    changeLine: (key, part) => set(lines.map((line) => (line.key === key ? { ...line, ...part } : line))),
    addLine: () => {
      const next = withNewLine(lines);
      setNewest(next.at(-1)?.key);
      removable.forget();
      set(next);
    },
    newest,
    removable: {
      ...removable,
      undo: () => {
        setNewest(removable.removed?.element.key);
        removable.undo();
      },
    },
    wrong,
    save: () => saveOver(base),
    saving: saving || (recorded?.changing ?? false),
    error,
    restorable: draft.offered((restored) => {
      setError(null);
      removable.forget();
      setTyped(restored);
    }),
    recorded,
    conflict,
    theirs: refused.theirs,
    keptLines: recorded?.keptLines ?? present,
    sendMine: () => saveOver(conflict?.base ?? base),
    keepTheirs: () => {
      draft.drop();
      setTyped(null);
      edit.keepTheirs(paths.delivery(delivery._id));
    },
    drop: draft.drop,
  };
}
