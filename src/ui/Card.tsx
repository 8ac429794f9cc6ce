import type { ReactNode } from 'react';
import styles from './Card.module.css';
import { classNames } from './classNames';

interface CardProps {
  /** The heading, level 2. */
  title?: ReactNode;
  /** Shown in the title's line. */
  actions?: ReactNode;
  /** No padding: for a table or a list that draws its own. */
  flush?: boolean;
  className?: string | undefined;
  children: ReactNode;
}

/** A section of a page with a border. */
export function Card({ title, actions, flush = false, className, children }: CardProps) {
  return (
    <section className={classNames(styles.card, flush && styles.flush, className)}>
      {title || actions ? (
        <header className={styles.head}>
          {title ? <h2>{title}</h2> : null}
          {actions}
        </header>
      ) : null}
      {children}
    </section>
  );
}
