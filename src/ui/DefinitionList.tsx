import type { ReactNode } from 'react';
import styles from './DefinitionList.module.css';

export interface Definition {
  term: string;
  value: ReactNode;
}

/** Label and value pairs, in two columns where there is room. */
export function DefinitionList({ items }: { items: readonly Definition[] }) {
  return (
    <dl className={styles.list}>
      {items.map((item) => (
        <div key={item.term} className={styles.pair}>
          <dt className={styles.term}>{item.term}</dt>
          <dd>{item.value}</dd>
        </div>
      ))}
    </dl>
  );
}
