import { BothVersions, type Content, type ItemName } from './BothVersions';
import { Button } from './Button';
import styles from './ConflictNotice.module.css';
import { takeFocus } from './takeFocus';

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
  return (
    <div className={styles.conflict}>
      <p className={styles.reason} {...(isNews ? { ref: takeFocus, role: 'alert', tabIndex: -1 } : {})}>
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
