import { ResponsiveWrapper } from '@nivo/core';
import type { ReactNode } from 'react';
import styles from './Dashboard.module.css';

/**
 * The place of a drawing: as wide as it may be, as high as its card holds free, and one picture with one name for
 * those who can't see it. In a browser only: without a layout nothing is drawn.
 */
export function ChartFrame({ label, children }: { label: string; children: (width: number) => ReactNode }) {
  return (
    <div className={styles.frame} role="img" aria-label={label}>
      <ResponsiveWrapper>{({ width }) => <>{children(width)}</>}</ResponsiveWrapper>
    </div>
  );
}
