import Search from 'lucide-react/icons/search';
import type { ComponentProps } from 'react';
import { Field } from './Field';
import styles from './SearchField.module.css';

/** A search box; its label is its accessible name and its placeholder. */
export function SearchField({ label, ...input }: { label: string } & ComponentProps<'input'>) {
  return (
    <Field label={label} labelHidden>
      {({ className, ...controlProps }) => (
        <div className={styles.box}>
          <Search aria-hidden size={18} className={styles.icon} />
          <input
            type="search"
            enterKeyHint="search"
            autoComplete="off"
            placeholder={label}
            {...input}
            {...controlProps}
            className={`${className} ${styles.input}`}
          />
        </div>
      )}
    </Field>
  );
}
