import { Button } from './Button';
import styles from './DraftNotice.module.css';
import { DateTime } from './DateTime';
import { Notice } from './Notice';

export interface RestorableDraftView {
  /** When the draft was last changed, ms since 1970. */
  savedAt: number;
  /** The server may have recorded it. */
  mayBeRecorded: boolean;
  restore: () => void;
  discard: () => void;
}

/** Offers the draft of an earlier opening of this form: Restore or Discard. `null` renders nothing. */
export function DraftNotice({ restorable }: { restorable: RestorableDraftView | null }) {
  if (restorable === null) return null;
  return (
    <Notice
      actions={
        <div className={styles.actions}>
          <Button onClick={restorable.discard}>Discard</Button>
          <Button variant="primary" onClick={restorable.restore}>
            Restore
          </Button>
        </div>
      }
    >
      Not finished, from <DateTime iso={new Date(restorable.savedAt).toISOString()} />
      {restorable.mayBeRecorded ? '. It may already be recorded' : null}
    </Notice>
  );
}
