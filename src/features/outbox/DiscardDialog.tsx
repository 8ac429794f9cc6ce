import { messages } from '../../domain/messages';
import { counted } from '../../domain/wholeNumbers';
import type { EntryHead } from '../../offline/types';
import { useShowAlert } from '../../state/alerts';
import { useOutboxActions } from '../../state/outbox';
import { ConfirmDialog } from '../../ui/ConfirmDialog';

interface DiscardDialogProps {
  open: boolean;
  entry: EntryHead;
  /** The entry in words. */
  text: string;
  all: readonly EntryHead[];
  onClose: () => void;
}

function whatGoesWithIt(entry: EntryHead, all: readonly EntryHead[]): string | null {
  const { creates } = entry;
  const count = creates === null ? 0 : all.filter((other) => other.mentions.includes(creates)).length;
  if (count === 0) return null;
  return `${counted(count, 'later change belongs', 'later changes belong')} to it and can’t be sent without it.`;
}

/** Asks before a change is dropped for good. */
export function DiscardDialog({ open, entry, text, all, onClose }: DiscardDialogProps) {
  const { discard } = useOutboxActions();
  const showAlert = useShowAlert();
  const dependants = whatGoesWithIt(entry, all);

  const confirm = async () => {
    onClose();
    try {
      if (!(await discard(entry.id))) showAlert('It is being sent right now and can’t be discarded.', 'info');
    } catch {
      showAlert(messages.couldNotSave);
    }
  };

  return (
    <ConfirmDialog
      open={open}
      title="Discard this change?"
      confirmText="Discard"
      danger
      onConfirm={() => void confirm()}
      onCancel={onClose}
    >
      <p>{text}</p>
      <p>It is only on this device and will be gone.</p>
      {dependants ? <p>{dependants}</p> : null}
    </ConfirmDialog>
  );
}
