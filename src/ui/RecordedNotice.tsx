import { Button } from './Button';
import styles from './DraftNotice.module.css';
import { Notice } from './Notice';
import { focusOnMount } from './focusOnMount';

/** The content of a form that the server recorded before the form was changed. */
export interface Recorded {
  /** The recorded content as text. */
  what: string;
  /** Changes the record to the content of the form; `null` if no call can. */
  change: (() => void) | null;
  /** true: the record stays as it is, and `change` records the content of the form beside it. */
  isOther?: boolean;
  changing: boolean;
  /** Keeps the record unchanged. */
  leave: () => void;
}

/**
 * Shows the recorded content; the person chooses between it and the form. Scrolls into view. `null` renders nothing.
 */
export function RecordedNotice({ recorded }: { recorded: Recorded | null }) {
  if (recorded === null) return null;
  const { what, change, isOther = false, changing, leave } = recorded;
  return (
    <Notice
      kind="warning"
      actions={
        <div className={styles.actions}>
          <Button ref={focusOnMount} disabled={changing} onClick={leave}>
            Leave it
          </Button>
          {change ? (
            <Button variant="primary" busy={changing} busyText={isOther ? 'Recording…' : 'Changing…'} onClick={change}>
              {isOther ? 'Record this too' : 'Change it to this'}
            </Button>
          ) : null}
        </div>
      }
    >
      Already recorded: {what}
    </Notice>
  );
}
