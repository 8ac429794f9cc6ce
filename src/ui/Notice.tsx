import CircleCheck from 'lucide-react/icons/circle-check';
import Info from 'lucide-react/icons/info';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { ReactNode } from 'react';
import { classNames } from './classNames';
import styles from './Notice.module.css';

export type NoticeKind = 'info' | 'success' | 'warning';

const ICONS = { info: Info, success: CircleCheck, warning: TriangleAlert };

/** A message in the page, announced politely when it appears. */
export function Notice({
  kind = 'info',
  children,
  actions,
}: {
  kind?: NoticeKind;
  children: ReactNode;
  actions?: ReactNode;
}) {
  const Icon = ICONS[kind];
  return (
    <div className={classNames(styles.notice, styles[kind])}>
      <Icon aria-hidden size={20} />
      <div role="status" className={styles.text}>
        {children}
      </div>
      {actions}
    </div>
  );
}
