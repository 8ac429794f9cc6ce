import type { ComponentProps } from 'react';
import styles from './SearchField.module.css';
import { SearchField } from './SearchField';

interface FoundFieldProps extends ComponentProps<'input'> {
  label: string;
  value: string;
  /** How many rows the search leaves. */
  found: number;
}

/** A search above a list, which says how many it found. */
export function FoundField({ found, ...search }: FoundFieldProps) {
  return (
    <div className={styles.search}>
      <SearchField {...search} />
      <p role="status" className={styles.found}>
        {search.value.trim() ? `${found} found` : ''}
      </p>
    </div>
  );
}
