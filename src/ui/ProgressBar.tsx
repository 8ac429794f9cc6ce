import { useId } from 'react';
import { classNames } from './classNames';
import styles from './ProgressBar.module.css';

interface ProgressBarProps {
  /** Such as "2 of 5 boxes refilled". */
  text: string;
  /** What of it has not reached the server, such as "1 waiting". The bar is green only without it. */
  unsent?: string;
  value: number;
  /** 0 shows an empty bar. */
  max: number;
}

/** Progress as text and as a bar. */
export function ProgressBar({ text, unsent = '', value, max }: ProgressBarProps) {
  const id = useId();
  return (
    <div className={styles.progress}>
      <p className={styles.texts}>
        <span id={id}>{text}</span>
        {unsent ? <span className={styles.unsent}>{unsent}</span> : null}
      </p>
      <progress
        className={classNames(styles.bar, unsent && styles.partly)}
        aria-labelledby={id}
        value={value}
        max={Math.max(1, max)}
      />
    </div>
  );
}
