import ArrowLeft from 'lucide-react/icons/arrow-left';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import styles from './PageHeader.module.css';

/** The target of Back: a URL, or a function. */
export type BackTarget = { to: string; label?: string } | { onBack: () => void; label?: string };

interface PageHeaderProps {
  title: string;
  /** One line of secondary text below the title. */
  subtitle?: ReactNode;
  back?: BackTarget;
  actions?: ReactNode;
}

function Back({ target }: { target: BackTarget }) {
  const content = (
    <>
      <ArrowLeft aria-hidden size={18} />
      {target.label ?? 'Back'}
    </>
  );
  return 'to' in target ? (
    <Link className={styles.back} to={target.to}>
      {content}
    </Link>
  ) : (
    <button type="button" className={styles.back} onClick={target.onBack}>
      {content}
    </button>
  );
}

/**
 * The header of a screen: its one h1, which takes the focus after a navigation, the document title, Back and the
 * screen's actions. A screen shows it in all its states, also while it loads.
 */
export function PageHeader({ title, subtitle, back, actions }: PageHeaderProps) {
  return (
    <header className={styles.header}>
      <title>{`${title} · Field Sales`}</title>
      {back ? <Back target={back} /> : null}
      <div className={styles.row}>
        <div className={styles.title}>
          <h1 tabIndex={-1}>{title}</h1>
          {subtitle ? <div className={styles.subtitle}>{subtitle}</div> : null}
        </div>
        {actions ? <div className={styles.actions}>{actions}</div> : null}
      </div>
    </header>
  );
}
