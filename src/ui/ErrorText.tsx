import { Button } from './Button';
import styles from './ErrorText.module.css';

/** An error in red instead of the content that could not be shown (spec §8), with an action if there is one. */
export function ErrorText({
  text,
  onRetry,
  retrying = false,
}: {
  text: string;
  onRetry?: (() => void) | null;
  retrying?: boolean;
}) {
  return (
    <div className={styles.block}>
      <p role="alert" className={styles.text}>
        {text}
      </p>
      {onRetry ? (
        <Button onClick={onRetry} busy={retrying} busyText="Trying again…">
          Try again
        </Button>
      ) : null}
    </div>
  );
}
