import { type ReactNode, useState } from 'react';
import { Button } from './Button';
import styles from './FilterBar.module.css';

interface FilterBarProps {
  clearText: string;
  onClear: () => void;
  /** Under the fields: what is wrong with them. */
  error?: string | null;
  children: ReactNode;
}

/** The filters of a screen in one line, or in two columns on a phone, with Clear at the end. */
export function FilterBar({ clearText, onClear, error, children }: FilterBarProps) {
  // What was typed and not yet told goes with a clear too: the fields begin anew.
  const [round, setRound] = useState(0);
  const clear = () => {
    setRound(round + 1);
    onClear();
  };
  return (
    <div role="search" className={styles.bar} aria-label="Filters">
      <div key={round} className={styles.fields}>
        {children}
      </div>
      <Button className={styles.clear} onClick={clear}>
        {clearText}
      </Button>
      {error ? (
        <p role="status" className={styles.error}>
          {error}
        </p>
      ) : null}
    </div>
  );
}
