import { useState } from 'react';
import { messages } from '../../domain/messages';
import { counted } from '../../domain/wholeNumbers';
import { rowOf } from '../../offline/queuedWrites';
import { dependantsOf } from '../../offline/dependencies';
import type { EntrySummary } from '../../offline/entry';
import { useShowAlert } from '../../state/alerts';
import { useOutboxActions } from '../../state/outbox';
import { ConfirmDialog } from '../../ui/ConfirmDialog';

interface DiscardDialogProps {
  open: boolean;
  entry: EntrySummary;
  /** The entry in words. */
  text: string;
  all: readonly EntrySummary[];
  onClose: () => void;
}

/** Asks before a change, and what can't be sent without it, is dropped for good. */
export function DiscardDialog({ open, entry, text, all, onClose }: DiscardDialogProps) {
  const { discard } = useOutboxActions();
  const showAlert = useShowAlert();
  const [isDoubtful, setDoubtful] = useState(false);
  const dependants = dependantsOf(entry, all);
  const { noun } = rowOf(entry.call);
  const belonging = counted(dependants.length, 'change that belongs', 'changes that belong');
  const title = dependants.length > 0 ? `Discard the ${noun} and the ${belonging} to it?` : 'Discard this change?';

  const close = () => {
    setDoubtful(false);
    onClose();
  };
  const confirm = async () => {
    try {
      const result = await discard([entry.id, ...dependants.map(({ id }) => id)], isDoubtful);
      if (result === 'mayBeRecorded') {
        setDoubtful(true);
        return;
      }
      if (result === 'beingSent') showAlert('It is being sent right now and can’t be discarded.', 'info');
      if (result === 'recorded') showAlert('It was recorded already.', 'info');
    } catch {
      showAlert(messages.couldNotSave);
    }
    close();
  };
  const isOnlyHere = ![entry, ...dependants].some(({ mayHaveArrived }) => mayHaveArrived);

  return (
    <ConfirmDialog
      open={open}
      title={title}
      confirmText="Discard"
      danger
      onConfirm={() => void confirm()}
      onCancel={close}
    >
      <p>{text}</p>
      <p>{isDoubtful || !isOnlyHere ? 'It may already be recorded.' : 'It is only on this device and will be gone.'}</p>
    </ConfirmDialog>
  );
}
