import type { ReactNode } from 'react';
import styles from './Shell.module.css';

/** Replaces the whole page, header included, with the page's margins. */
export function FullPage({ children }: { children: ReactNode }) {
  return <main className={styles.main}>{children}</main>;
}
