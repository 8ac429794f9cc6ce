import { type ReactNode, useLayoutEffect, useRef } from 'react';

/** Shows a message, and afterwards an empty space of the same height, so that the content below does not move. */
export function ReservedSpace({ isOver: isHidden, children }: { isOver: boolean; children: ReactNode }) {
  const space = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (isHidden || !space.current) return;
    const { style } = space.current;
    style.minHeight = '';
    style.minHeight = `${space.current.offsetHeight}px`;
  });
  return <div ref={space}>{isHidden ? null : children}</div>;
}
