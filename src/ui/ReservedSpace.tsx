import { type ReactNode, useLayoutEffect, useRef } from 'react';

/** Shows a message, and afterwards an empty space of the same height, so that the content below does not move. */
export function ReservedSpace({ isOver, children }: { isOver: boolean; children: ReactNode }) {
  const space = useRef<HTMLDivElement>(null);
  const height = useRef(0);
  useLayoutEffect(() => {
    const element = space.current;
    if (!element) return;
    element.style.minHeight = isOver ? `${height.current}px` : '';
    if (isOver) return;
    // Called after the browser's own layout. To read the height while a screen is rendered would force one more.
    const observer = new ResizeObserver(() => {
      height.current = element.offsetHeight;
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [isOver]);
  return <div ref={space}>{isOver ? null : children}</div>;
}
