import type { ReactNode } from 'react';
import styles from './Page.module.css';

/** The content of a screen: its parts one below the other with equal spacing. `narrow` for forms. */
export function Page({ narrow = false, children }: { narrow?: boolean; children: ReactNode }) {
  return <div className={narrow ? `${styles.page} ${styles.narrow}` : styles.page}>{children}</div>;
}
