import type { ReactNode } from 'react';
import styles from './StickyActions.module.css';

/** The primary action in the thumb's reach: stays at the bottom of the screen, above the keyboard and the safe area. */
export function StickyActions({ summary, children }: { summary?: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.bar}>
      {summary ? <div className={styles.summary}>{summary}</div> : null}
      <div className={styles.actions}>{children}</div>
    </div>
  );
}
