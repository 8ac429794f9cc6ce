import type { ComponentProps } from 'react';
import styles from './SearchField.module.css';
import { SearchField } from './SearchField';

interface SearchFieldWithCountProps extends ComponentProps<'input'> {
  label: string;
  value: string;
  /** The number of matching rows. */
  found: number;
}

/** A search field above a list, with the number of results. */
export function SearchFieldWithCount({ found, ...search }: SearchFieldWithCountProps) {
  return (
    <div className={styles.search}>
      <SearchField {...search} />
      <p role="status" className={styles.found}>
        {search.value.trim() ? `${found} found` : ''}
      </p>
    </div>
  );
}
