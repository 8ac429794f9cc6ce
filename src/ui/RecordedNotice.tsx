import { Button } from './Button';
import styles from './DraftNotice.module.css';
import { Notice } from './Notice';

interface RecordedNoticeProps {
  /** What was recorded, in words. */
  what: string;
  /** Changes it to what the form says; left out where nothing can. */
  onChange?: () => void;
  changing?: boolean;
  onLeave: () => void;
}

/** Tells that a form was recorded before it was changed, and lets the person decide what holds. */
export function RecordedNotice({ what, onChange, changing = false, onLeave }: RecordedNoticeProps) {
  return (
    <Notice
      kind="warning"
      actions={
        <div className={styles.actions}>
          <Button disabled={changing} onClick={onLeave}>
            Leave it
          </Button>
          {onChange ? (
            <Button variant="primary" busy={changing} busyText="Changing…" onClick={onChange}>
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
