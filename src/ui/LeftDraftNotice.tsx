import { Button } from './Button';
import styles from './DraftNotice.module.css';
import { Notice } from './Notice';

interface LeftDraftNoticeProps {
  /** Says what became of the content. */
  text: string;
  /** The button that uses it elsewhere. */
  action: string;
  onUse: () => void;
  onDiscard: () => void;
}

/** Offers the content of a form that its own screen can no longer send. */
export function LeftDraftNotice({ text, action, onUse, onDiscard }: LeftDraftNoticeProps) {
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
      {text}
    </Notice>
  );
}
