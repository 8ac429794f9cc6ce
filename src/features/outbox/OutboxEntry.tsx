import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { pluralize } from '../../domain/wholeNumbers';
import { describeEntry, describeObstacle } from '../../offline/describeEntry';
import { dependantsOf } from '../../offline/relatedEntries';
import { type OutboxNames, queuedCall } from '../../offline/queuedWrites';
import type { EntrySummary } from '../../offline/entry';
import { useOutboxActions, useRefusedResolution } from '../../state/outbox/outbox';
import { Button } from '../../ui/Button';
import { ButtonLink } from '../../ui/ButtonLink';
import { DateTime } from '../../ui/DateTime';
import { FormActions } from '../../ui/Form';
import { PendingBadge } from '../../ui/PendingBadge';
import { DiscardDialog } from './DiscardDialog';
import { editPathOf, openPathOf } from './entryLinks';
import { MoveVisitForm } from './MoveVisitForm';
import styles from './OutboxEntry.module.css';
import { ResolveEntry } from './ResolveEntry';

const isoOf = (ms: number) => new Date(ms).toISOString();

/**
 * The time of the entry, the number of tries, and what the server responded to the last one. The lost connection is
 * reported above the list, once for all entries.
 */
function Facts({ entry }: { entry: EntrySummary }) {
  const { state, ts, attempts, lastError } = entry;
  return (
    <span className={styles.times}>
      <span>
        Made <DateTime iso={isoOf(ts)} />
      </span>
      {attempts > 0 ? <span>{attempts === 1 ? 'tried once' : `tried ${attempts} times`}</span> : null}
      {lastError ? (
        <span>
          last <DateTime iso={isoOf(lastError.at)} />
          {state === 'waiting' && lastError.status !== null ? `: ${lastError.text}` : null}
        </span>
      ) : null}
    </span>
  );
}

interface OutboxEntryProps {
  entry: EntrySummary;
  /** All entries of this user, to find those that depend on this one. */
  all: readonly EntrySummary[];
  names: OutboxNames;
  /** It waits for another one. */
  isBlocked: boolean;
  sending: boolean;
}

/** One waiting change: its text, its state and its actions. */
export function OutboxEntry({ entry, all, names, isBlocked, sending }: OutboxEntryProps) {
  const { retry } = useOutboxActions();
  const [opened, setOpened] = useState<'none' | 'discard' | 'move'>('none');
  const [isPressed, setPressed] = useState(false);
  const [wasSending, setWasSending] = useState(sending);
  if (sending !== wasSending) {
    setWasSending(sending);
    if (!sending) setPressed(false);
  }
  const send = () => {
    setPressed(true);
    retry(entry.id);
  };
  const isRefused = entry.state === 'refused';
  const text = describeEntry(entry, names);
  const obstacle = describeObstacle(entry, isBlocked);
  const openPath = openPathOf(entry);
  const resolution = useRefusedResolution(entry);
  // Sent unchanged it would be refused again: a person chooses between the two versions.
  const isChoice = resolution?.kind === 'conflict' || resolution?.kind === 'recorded';

  const isEditedHere = isRefused && queuedCall(entry.call).editedOn === 'outbox';
  // What belongs to the visit names its location.
  const belonging = isEditedHere ? dependantsOf(entry, all).length : 0;

  const edit = (): ReactNode => {
    // What is recorded already is changed to this, or left as it is.
    if (!isRefused || resolution?.kind === 'recorded') return null;
    const editPath = editPathOf(entry);
    if (editPath) return <ButtonLink to={editPath}>Edit</ButtonLink>;
    return isEditedHere && belonging === 0 ? <Button onClick={() => setOpened('move')}>Edit</Button> : null;
  };

  return (
    <li className={styles.entry}>
      <h2 className={styles.what}>{openPath ? <Link to={openPath}>{text}</Link> : text}</h2>
      {obstacle ? <p className={isRefused ? styles.refused : styles.state}>{obstacle}</p> : null}
      <p className={styles.facts}>
        <PendingBadge pending={entry} />
        <Facts entry={entry} />
      </p>
      {resolution ? (
        <ResolveEntry entry={entry} resolution={resolution} onDiscard={() => setOpened('discard')} />
      ) : null}
      {belonging > 0 ? (
        <p className={styles.state}>
          The location can’t be changed, because {pluralize(belonging, 'change belongs', 'changes belong')} to this
          visit. Try again, or discard the visit.
        </p>
      ) : null}
      <FormActions>
        {edit()}
        {isChoice ? null : (
          <Button busy={sending && isPressed} busyText="Sending…" disabled={sending} onClick={send}>
            {isRefused ? 'Try again' : 'Send now'}
          </Button>
        )}
        <Button variant="quiet" onClick={() => setOpened('discard')}>
          Discard
        </Button>
      </FormActions>
      {opened === 'move' && belonging === 0 ? <MoveVisitForm entry={entry} onClose={() => setOpened('none')} /> : null}
      <DiscardDialog
        open={opened === 'discard'}
        entry={entry}
        text={text}
        all={all}
        onClose={() => setOpened('none')}
      />
    </li>
  );
}
