import { Button } from './Button';
import styles from './DraftNotice.module.css';
import { DateTime } from './DateTime';
import { Notice } from './Notice';

export interface LeftBehind {
  /** When what was left behind was last changed, ms since 1970. */
  savedAt: number;
  /** The server may have recorded it. */
  mayBeRecorded: boolean;
  restore: () => void;
  discard: () => void;
}

/** Tells that this form was left half filled, and lets the person take it back or let it go; `null` shows nothing. */
export function DraftNotice({ found }: { found: LeftBehind | null }) {
  if (found === null) return null;
  return (
    <Notice
      actions={
        <div className={styles.actions}>
          <Button onClick={found.discard}>Discard</Button>
          <Button variant="primary" onClick={found.restore}>
            Restore
          </Button>
        </div>
      }
    >
      Not finished, from <DateTime iso={new Date(found.savedAt).toISOString()} />
      {found.mayBeRecorded ? '. It may already be recorded' : null}
    </Notice>
  );
}
