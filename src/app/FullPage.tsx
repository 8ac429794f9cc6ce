import type { ReactNode } from 'react';
import styles from './Shell.module.css';

/** Stands in place of everything, the header too, with the page's margins. */
export function FullPage({ children }: { children: ReactNode }) {
  return <main className={styles.main}>{children}</main>;
}
