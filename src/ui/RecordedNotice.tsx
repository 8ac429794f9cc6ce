import { Button } from './Button';
import styles from './DraftNotice.module.css';
import { Notice } from './Notice';
import { focusOnMount } from './focusOnMount';

/** What the server recorded of a form before the form was changed. */
export interface Recorded {
  /** What was recorded, in words. */
  what: string;
  /** Changes the record to what the form says; `null` where no call can. */
  change: (() => void) | null;
  changing: boolean;
  /** Leaves the record as it is. */
  leave: () => void;
}

/** Shows what was recorded; the person chooses between it and the form. Scrolls into view. `null` shows nothing. */
export function RecordedNotice({ recorded }: { recorded: Recorded | null }) {
  if (recorded === null) return null;
  const { what, change, changing, leave } = recorded;
  return (
    <Notice
      kind="warning"
      actions={
        <div className={styles.actions}>
          <Button ref={focusOnMount} disabled={changing} onClick={leave}>
            Leave it
          </Button>
          {change ? (
            <Button variant="primary" busy={changing} busyText="Changing…" onClick={change}>
              Change it to this
            </Button>
          ) : null}
        </div>
      }
    >
      Already recorded: {what}
    </Notice>
  );
}
