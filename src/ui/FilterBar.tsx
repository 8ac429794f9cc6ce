import ChevronDown from 'lucide-react/icons/chevron-down';
import { type ReactNode, useDeferredValue, useId, useState } from 'react';
import { Button } from './Button';
import styles from './FilterBar.module.css';
import { useIsPhone } from './useIsPhone';

interface FilterBarProps {
  /** A sentence that sums up the filters. A phone shows it in place of the fields until they are opened. */
  summary: string;
  clearText: string;
  onClear: () => void;
  /** The error below the fields. */
  error?: string | null;
  children: ReactNode;
}

/**
 * The filters of a screen in one line with Clear at the end. On a phone the line is a summary of the filters, which
 * opens the fields in place.
 */
export function FilterBar({ summary, clearText, onClear, error, children }: FilterBarProps) {
  const id = useId();
  const isPhone = useIsPhone();
  const [opened, setOpened] = useState(false);
  // A half-typed date has no value yet. Clear remounts the fields, so that it is removed too.
  const [round, setRound] = useState(0);
  const clear = () => {
    setRound(round + 1);
    onClear();
  };
  const isOpen = opened || !isPhone;
  // Hidden fields render with low priority after the screen: a select has an option for each of hundreds of locations.
  const isScreenShown = useDeferredValue(true, false);
  return (
    <div role="search" className={styles.bar} aria-label="Filters">
      {isPhone ? (
        <button
          type="button"
          className={styles.summary}
          aria-expanded={opened}
          aria-controls={id}
          onClick={() => setOpened(!opened)}
        >
          <span>{summary}</span>
          <ChevronDown aria-hidden size={20} />
        </button>
      ) : null}
      <div id={id} className={styles.content} hidden={!isOpen}>
        <div key={round} className={styles.fields}>
          {isOpen || isScreenShown ? children : null}
        </div>
        <Button className={styles.clear} onClick={clear}>
          {clearText}
        </Button>
      </div>
      {error ? (
        <p role="status" className={styles.error}>
          {error}
        </p>
      ) : null}
    </div>
  );
}
