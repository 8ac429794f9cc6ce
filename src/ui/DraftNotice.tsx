import { Button } from './Button';
import styles from './DraftNotice.module.css';
import { InstantText } from './InstantText';
import { Notice } from './Notice';

interface DraftNoticeProps {
  /** When what was left behind was last changed, ms since 1970. */
  savedAt: number;
  onRestore: () => void;
  onDiscard: () => void;
}

/** Tells that this form was left half filled, and lets the person take it back or let it go. */
export function DraftNotice({ savedAt, onRestore, onDiscard }: DraftNoticeProps) {
  return (
    <Notice
      actions={
        <div className={styles.actions}>
          <Button onClick={onDiscard}>Discard</Button>
          <Button variant="primary" onClick={onRestore}>
            Restore
          </Button>
        </div>
      }
    >
      Not finished, from <InstantText iso={new Date(savedAt).toISOString()} />
    </Notice>
  );
}
