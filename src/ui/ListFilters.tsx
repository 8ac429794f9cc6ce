import type { ReactNode } from 'react';
import styles from './ListFilters.module.css';

/** The search and the filters of a list in one row above it. The search field takes the remaining width. */
export function ListFilters({ children }: { children: ReactNode }) {
  return <div className={styles.filters}>{children}</div>;
}
