import type { ReactNode } from 'react';
import { FormError, type FormFailure } from './FormError';
import styles from './StickyActions.module.css';

interface StickyActionsProps {
  summary?: ReactNode;
  /** Why the submit failed; `null` for no error. */
  error: FormFailure | null;
  children: ReactNode;
}

/**
 * The primary action, fixed at the bottom of the screen, above the keyboard and the safe area, with the error above it.
 */
export function StickyActions({ summary, error, children }: StickyActionsProps) {
  return (
    <div className={styles.bar}>
      <FormError error={error} />
      <div className={styles.line}>
        {summary ? <div className={styles.summary}>{summary}</div> : null}
        <div className={styles.actions}>{children}</div>
      </div>
    </div>
  );
}
