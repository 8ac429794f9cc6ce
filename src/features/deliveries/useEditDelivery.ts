import { useState } from 'react';
import { useUpdateDeliveryMutation } from '../../api/deliveriesApi';
import { asFailure, failureText } from '../../api/failures';
import { isQueued } from '../../api/queuedWrites';
import type { LineDraft } from '../../domain/deliveryRules';
import { messages } from '../../domain/messages';
import { paths } from '../../paths';
import { useShowSaved } from '../../state/alerts';
import { type FoundDraft, restoredInto, useDraft } from '../../state/drafts';
import { useLateAnswers } from '../../state/lateAnswers';
import { useMend } from '../../state/mending';
import type { ShownDelivery } from '../../state/pendingViews';
import { type FormFailure, useFormError } from '../../ui/FormError';
import { useOnce } from '../../ui/useOnce';
import { type EditedLine, editedLinesOf, readEditedLines, sentLine, withNewLine, wrongLines } from './editedLines';
import { type Removable, useRemovable } from './useRemovable';

export interface EditDelivery {
  lines: EditedLine[];
  changeLine: (key: number, part: Partial<EditedLine>) => void;
  addLine: () => void;
  removable: Removable<EditedLine>;
  /** The key of the line that + Add line or Undo brought last. */
  newest: number | undefined;
  /** What is wrong with which line, after Save was pressed. */
  wrong: ReadonlyMap<number, string>;
  save: () => Promise<void>;
  saving: boolean;
  error: FormFailure | null;
  /** What an earlier opening of the app left behind; `restore` puts it into the form. */
  found: FoundDraft<EditedLine[]> | null;
  /** The person gives the changes up. */
  drop: () => void;
}

const DELIVERY_WRITES = ['createDelivery', 'updateDelivery'] as const;

/**
 * The form that edits the lines of a delivery (spec §2, §5). What the server refused of it is mended in its place
 * in the queue.
 */
export function useEditDelivery(delivery: ShownDelivery): EditDelivery {
  const { typed: typedBefore, found: draft, keep, drop } = useDraft(`edit delivery ${delivery._id}`, readEditedLines);
  const [typed, setTyped] = useState<EditedLine[] | null>(typedBefore);
  const [newest, setNewest] = useState<number>();
  const [wrong, setWrong] = useState<ReadonlyMap<number, string>>(new Map());
  const [error, setError] = useFormError();
  const [updateDelivery] = useUpdateDeliveryMutation();
  const mend = useMend(delivery.pending, DELIVERY_WRITES);
  const showSaved = useShowSaved();
  const { goOn, refuse } = useLateAnswers();

  const lines = typed ?? editedLinesOf(delivery.lines);
  const set = (next: EditedLine[]) => {
    setTyped(next);
    setWrong(new Map());
    keep(next);
  };
  const removable = useRemovable(lines, set);

  const [send, saving] = useOnce(async (sent: LineDraft[]) => {
    const visitId = delivery.visit?._id ?? null;
    const mended = await mend({ lines: sent });
    if (mended === 'notSaved') {
      refuse(messages.couldNotSave, setError);
      return false;
    }
    if (mended === 'mended') {
      drop();
      await goOn(paths.outbox(), null);
      return true;
    }
    const { data: answer, error: failed } = await updateDelivery({ id: delivery._id, visitId, body: { lines: sent } });
    const failure = asFailure(failed);
    if (failure) {
      const saysNothing = failure.kind === 'refused' && failure.message === null;
      refuse(saysNothing ? messages.deliveryUpdateFailed : failureText(failure), setError);
      return false;
    }
    drop();
    if (isQueued(answer)) {
      showSaved(answer);
      await goOn(visitId ? paths.visitDetails(visitId) : paths.delivery(delivery._id), null);
    } else {
      await goOn(paths.delivery(answer?._id || delivery._id, { from: 'edit' }), messages.deliveryUpdated);
    }
    return true;
  });

  const save = async () => {
    const found = wrongLines(lines);
    setWrong(found);
    setError(null);
    if (found.size === 0) await send(lines.map(sentLine));
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
        setNewest(removable.removed?.one.key);
        removable.undo();
      },
    },
    wrong,
    save,
    saving,
    error,
    found: restoredInto(draft, (edited) => {
      removable.forget();
      setTyped(edited);
    }),
    drop,
  };
}
