import { useState } from 'react';
import { messages } from '../../domain/messages';
import { pluralize } from '../../domain/wholeNumbers';
import type { EntrySummary } from '../../offline/entry';
import type { CommandResult } from '../../offline/outboxCommands';
import { queuedCall } from '../../offline/queuedWrites';
import { useShowAlert } from '../../state/alerts/alerts';
import { MAY_BE_RECORDED } from '../../state/outbox/editRefusedEntry';
import type { RefusedResolution } from '../../state/outbox/resolution';
import { useItemName, useOutboxActions } from '../../state/outbox/outbox';
import { Button } from '../../ui/Button';
import { BothVersions } from '../../ui/BothVersions';
import { ConflictNotice } from '../../ui/ConflictNotice';
import { FormActions } from '../../ui/Form';
import { useSingleFlight } from '../../ui/useSingleFlight';
import { COMMAND_TEXTS } from './commandTexts';
import styles from './ResolveEntry.module.css';

/**
 * A server that reports conflicts can also report the outcome of an earlier try. Neither version is chosen before it
 * has done so: the person presses again once it is reachable.
 */
const OUTCOME_UNKNOWN = `${MAY_BE_RECORDED} The server must be asked first, and it can’t be reached now. Try again later.`;

interface ResolveEntryProps {
  entry: EntrySummary;
  resolution: RefusedResolution;
  /** Asks before the entry is discarded. */
  onDiscard: () => void;
}

/** The further action for a refused change, besides Edit and Discard: resolve a conflict, or move it to a new visit. */
export function ResolveEntry({ entry, resolution, onDiscard }: ResolveEntryProps) {
  const { sendMine, discard, acceptRecorded, moveToNewVisit } = useOutboxActions();
  const itemName = useItemName();
  const showAlert = useShowAlert();
  const [isDoubtful, setDoubtful] = useState(false);
  const isSubmit = queuedCall(entry.call).kind === 'submit';

  const [run, isRunning] = useSingleFlight(async (choice: () => Promise<CommandResult>) => {
    try {
      const result = await choice();
      setDoubtful(result === 'mayBeRecorded');
      const text = COMMAND_TEXTS[result];
      if (text) showAlert(text, 'info');
    } catch {
      showAlert(messages.couldNotSave);
    }
    return false;
  });

  if (resolution.kind === 'move') {
    const moving = resolution.moving.length;
    return (
      <div className={styles.resolve}>
        {isDoubtful ? <p>{MAY_BE_RECORDED}</p> : null}
        <FormActions>
          <Button
            variant="primary"
            busy={isRunning}
            onClick={() => void run(() => moveToNewVisit(entry.id, isDoubtful))}
          >
            Put into {resolution.into ? 'the open visit' : 'a new visit'}
            {moving > 1 ? ` (${pluralize(moving, 'change')})` : null}
          </Button>
        </FormActions>
      </div>
    );
  }
  if (resolution.kind === 'recorded') {
    const { otherBox } = resolution;
    return (
      <div className={styles.resolve}>
        {otherBox === null ? null : <p>It is recorded for the box {otherBox}.</p>}
        <BothVersions mine={entry.about} other={resolution.recorded} otherTitle="Recorded" itemName={itemName} />
        <FormActions>
          <Button variant="primary" busy={isRunning} onClick={() => void run(() => acceptRecorded(entry.id, true))}>
            {otherBox === null ? 'Change it to this' : 'Record this too'}
          </Button>
          <Button onClick={() => void run(() => acceptRecorded(entry.id, false))}>Leave it</Button>
        </FormActions>
      </div>
    );
  }
  return (
    <>
      {isDoubtful ? <p role="status">{OUTCOME_UNKNOWN}</p> : null}
      <ConflictNotice
        changedBy={resolution.changedBy}
        mine={entry.about}
        theirs={resolution.theirs}
        itemName={itemName}
        busy={isRunning}
        choice={{
          sendMine: () => void run(() => sendMine(entry.id, resolution.base.baseVersion)),
          // Without its submit the visit stays open, and the next one at the location continues it.
          keepTheirs: isSubmit ? onDiscard : () => void run(() => discard([entry.id], false)),
        }}
      />
    </>
  );
}
