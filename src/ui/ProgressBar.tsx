import { useId } from 'react';
import styles from './ProgressBar.module.css';

/** Progress as text and as a bar: "2 of 5 boxes refilled". `max` 0 shows an empty bar. */
export function ProgressBar({ text, value, max }: { text: string; value: number; max: number }) {
  const id = useId();
  return (
    <div className={styles.progress}>
      <span id={id}>{text}</span>
      <progress className={styles.bar} aria-labelledby={id} value={value} max={Math.max(1, max)} />
    </div>
  );
}
