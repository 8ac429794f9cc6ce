import { type ReactNode, useId } from 'react';
import styles from './ConflictGroup.module.css';
import { focusOnMount } from './focusOnMount';

interface ConflictGroupProps {
  /** Who changed the record. */
  reason: string;
  /** true: a change has just been refused. The group takes the focus, so it is scrolled into view and read out. */
  takesFocus: boolean;
  /** What the person chooses between. */
  children?: ReactNode;
  /** The buttons of the choice. */
  actions?: ReactNode;
}

/** Says that another user changed the record meanwhile, and offers a choice. */
export function ConflictGroup({ reason, takesFocus, children, actions }: ConflictGroupProps) {
  const reasonId = useId();
  const focus = takesFocus ? { ref: focusOnMount, tabIndex: -1 } : {};
  return (
    <div role="group" aria-labelledby={reasonId} className={styles.conflict} {...focus}>
      <p id={reasonId} className={styles.reason}>
        {reason}
      </p>
      {children}
      {actions ? <div className={styles.actions}>{actions}</div> : null}
    </div>
  );
}
