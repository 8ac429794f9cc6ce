import type { ReactNode } from 'react';
import styles from './ListFilters.module.css';

/** What narrows a list, in one line above it: the search first, which takes the room that is left. */
export function ListFilters({ children }: { children: ReactNode }) {
  return <div className={styles.filters}>{children}</div>;
}
