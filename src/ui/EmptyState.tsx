import type { ReactNode } from 'react';
import styles from './EmptyState.module.css';

/** Nothing to show, in the spec's words, and the one action that would change that. */
export function EmptyState({ text, action }: { text: string; action?: ReactNode }) {
  return (
    <div className={styles.empty}>
      <p>{text}</p>
      {action}
    </div>
  );
}
