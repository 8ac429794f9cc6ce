import { type ReactNode, startTransition, useEffect, useRef, useState } from 'react';
import styles from './Dashboard.module.css';

/**
 * The frame of a chart: as wide as possible, as high as the free space of its card, and one image with one name for
 * screen readers. Rendered with low priority, so that presses are handled in between. Without a layout, as in tests,
 * nothing is drawn.
 */
export function ChartFrame({ label, children }: { label: string; children: (width: number) => ReactNode }) {
  const frame = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    if (!frame.current) return;
    const observer = new ResizeObserver(([entry]) => {
      startTransition(() => setWidth(Math.floor(entry?.contentRect.width ?? 0)));
    });
    observer.observe(frame.current);
    return () => observer.disconnect();
  }, []);
  return (
    <div className={styles.frame} ref={frame} role="img" aria-label={label}>
      {width > 0 ? children(width) : null}
    </div>
  );
}
