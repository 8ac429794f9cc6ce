import type { ReactNode } from 'react';
import styles from './EmptyState.module.css';

/** The text for an empty list, in the spec's words, with one action to add something. */
export function EmptyState({ text, action }: { text: string; action?: ReactNode }) {
  return (
    <div className={styles.empty}>
      <p>{text}</p>
      {action}
    </div>
  );
}
