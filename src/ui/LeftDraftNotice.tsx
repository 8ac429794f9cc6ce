import { Button } from './Button';
import styles from './DraftNotice.module.css';
import { Notice } from './Notice';

interface LeftDraftNoticeProps {
  /** Says that the content is kept. */
  text: string;
  /** The server may have recorded it. */
  mayBeRecorded: boolean;
  /** The button that uses it elsewhere. */
  action: string;
  onUse: () => void;
  onDiscard: () => void;
}

/** Offers the content of a form that its own screen can no longer send. */
export function LeftDraftNotice({ text, mayBeRecorded, action, onUse, onDiscard }: LeftDraftNoticeProps) {
  return (
    <Notice
      kind="warning"
      actions={
        <div className={styles.actions}>
          <Button onClick={onDiscard}>Discard</Button>
          <Button variant="primary" onClick={onUse}>
            {action}
          </Button>
        </div>
      }
    >
      {text} {mayBeRecorded ? 'It may already be recorded.' : 'It is not sent.'}
    </Notice>
  );
}
