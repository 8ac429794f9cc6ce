import styles from './Skeleton.module.css';
import { VisuallyHidden } from './VisuallyHidden';

/**
 * Holds the place of what is awaited and shows itself after 300 ms only. `label` says what is awaited;
 * `shape` is what will stand here.
 */
export function Skeleton({
  label,
  rows = 3,
  shape = 'lines',
}: {
  label: string;
  rows?: number;
  shape?: 'lines' | 'cards';
}) {
  return (
    <div role="status" className={styles.skeleton}>
      <VisuallyHidden>{label}</VisuallyHidden>
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} aria-hidden className={shape === 'cards' ? styles.card : styles.line} />
      ))}
    </div>
  );
}
