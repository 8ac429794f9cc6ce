import { useId } from 'react';
import { BothVersions, type Content, type ItemName } from './BothVersions';
import { Button } from './Button';
import styles from './ConflictNotice.module.css';
import { focusOnMount } from './focusOnMount';

interface ConflictNoticeProps {
  /** The name of who changed it; an empty text when it is not known. */
  changedBy: string;
  mine: Content;
  theirs: Content;
  itemName?: ItemName;
  busy: boolean;
  /** A press has just met it: it takes the focus, and so comes into view and is read out. */
  isNews?: boolean;
  onSendMine: () => void;
  onKeepTheirs: () => void;
}

/** Somebody changed it meanwhile: both versions, and the choice between them (offline model, point 8). */
export function ConflictNotice({
  changedBy,
  mine,
  theirs,
  itemName,
  busy,
  isNews = false,
  ...choices
}: ConflictNoticeProps) {
  const reasonId = useId();
  // The whole of it comes into view, not its first line alone.
  const news = isNews ? { ref: focusOnMount, tabIndex: -1 } : {};
  return (
    <div role="group" aria-labelledby={reasonId} className={styles.conflict} {...news}>
      <p id={reasonId} className={styles.reason}>
        Changed by {changedBy || 'somebody else'} meanwhile
      </p>
      <BothVersions mine={mine} other={theirs} otherTitle="Theirs" itemName={itemName} />
      <div className={styles.actions}>
        <Button variant="primary" busy={busy} onClick={choices.onSendMine}>
          Send mine
        </Button>
        <Button disabled={busy} onClick={choices.onKeepTheirs}>
          Keep theirs
        </Button>
      </div>
    </div>
  );
}
