import { type ReactNode, startTransition, useEffect, useRef, useState } from 'react';
import styles from './Dashboard.module.css';

/**
 * The place of a drawing: as wide as it may be, as high as its card holds free, and one picture with one name for
 * those who can't see it. Drawn in small steps, so that a press is answered in between. In a browser only: without a
 * layout nothing is drawn.
 */
export function ChartFrame({ label, children }: { label: string; children: (width: number) => ReactNode }) {
  const frame = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    if (!frame.current || typeof ResizeObserver === 'undefined') return;
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
