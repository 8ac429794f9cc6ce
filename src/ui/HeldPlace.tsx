import { type ReactNode, useLayoutEffect, useRef } from 'react';

/** Shows a message, and afterwards an empty space of the same height, so that the content below does not move. */
export function HeldPlace({ isOver, children }: { isOver: boolean; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (isOver || !place.current) return;
    const { style } = place.current;
    style.minHeight = '';
    style.minHeight = `${place.current.offsetHeight}px`;
  });
  return <div ref={place}>{isOver ? null : children}</div>;
}
