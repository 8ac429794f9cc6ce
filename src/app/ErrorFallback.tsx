import type { ReactNode } from 'react';
import { Button } from '../ui/Button';
import { ErrorText } from '../ui/ErrorText';
import styles from './ErrorFallback.module.css';

/** Replaces content that failed to render, with the reason and actions. Reload is always one of them. */
export function ErrorFallback({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <div className={styles.failed}>
      <ErrorText text={text} />
      <div className={styles.actions}>
        {children}
        <Button onClick={() => window.location.reload()}>Reload</Button>
      </div>
    </div>
  );
}
