import { useState } from 'react';
import { messages } from '../../domain/messages';
import { pluralize } from '../../domain/wholeNumbers';
import { queuedCall } from '../../offline/queuedWrites';
import { dependantsOf } from '../../offline/relatedEntries';
import type { EntrySummary } from '../../offline/entry';
import { useShowAlert } from '../../state/alerts/alerts';
import { MAY_BE_RECORDED } from '../../state/outbox/editRefusedEntry';
import { useConnectivity } from '../../state/device/connectivity';
import { useIsContinuedWithout, useOutboxActions } from '../../state/outbox/outbox';
import { ConfirmDialog } from '../../ui/ConfirmDialog';
import { useSingleFlight } from '../../ui/useSingleFlight';
import { COMMAND_TEXTS } from './commandTexts';

interface DiscardDialogProps {
  open: boolean;
  entry: EntrySummary;
  /** The text of the entry. */
  text: string;
  all: readonly EntrySummary[];
  onClose: () => void;
}

/** Asks for confirmation before an entry, and the entries that depend on it, are dropped for good. */
export function DiscardDialog({ open, entry, text, all, onClose }: DiscardDialogProps) {
  const { discard } = useOutboxActions();
  const showAlert = useShowAlert();
  const { online } = useConnectivity();
  const isContinued = useIsContinuedWithout(entry, all);
  const [isUnresolved, setUnresolved] = useState(false);
  const dependants = dependantsOf(entry, all);
  const { noun } = queuedCall(entry.call);
  const belonging = pluralize(dependants.length, 'change that belongs', 'changes that belong');
  const title = dependants.length > 0 ? `Discard the ${noun} and the ${belonging} to it?` : 'Discard this change?';

  const isOnlyHere = ![entry, ...dependants].some(({ mayHaveArrived }) => mayHaveArrived);
  /** The server cannot tell whether it is recorded, so the person decides. */
  const isDoubtful = isUnresolved || (!isOnlyHere && !online);
  const close = () => {
    setUnresolved(false);
    onClose();
  };
  const [confirm, isDiscarding] = useSingleFlight(async () => {
    try {
      const result = await discard([entry.id, ...dependants.map(({ id }) => id)], isDoubtful);
      if (result === 'mayBeRecorded') {
        setUnresolved(true);
        return false;
      }
      const text = COMMAND_TEXTS[result];
      if (text) showAlert(text, 'info');
    } catch {
      showAlert(messages.couldNotSave);
    }
    close();
    return false;
  });
  const consequence = () => {
    if (isDoubtful) return `${MAY_BE_RECORDED} What the server has of it stays there.`;
    return isOnlyHere
      ? 'It is only on this device and will be gone.'
      : `${MAY_BE_RECORDED} The server is asked first; if it has it, nothing is discarded.`;
  };

  return (
    <ConfirmDialog
      open={open}
      title={title}
      confirmText={isDoubtful ? 'Discard anyway' : 'Discard'}
      danger
      busy={isDiscarding}
      onConfirm={() => void confirm()}
      onCancel={close}
    >
      <p>{text}</p>
      <p>{consequence()}</p>
      {isContinued ? <p>The next visit at this location will continue this one.</p> : null}
    </ConfirmDialog>
  );
}
