import { type RefObject, useEffect, useState } from 'react';

/**
 * Whether an element has been visible, or within `earlyPx` of the visible area, at least once. Always true without
 * IntersectionObserver.
 */
export function useInView(ref: RefObject<Element | null>, earlyPx: number): boolean {
  const [seen, setSeen] = useState(typeof IntersectionObserver === 'undefined');
  useEffect(() => {
    const element = ref.current;
    if (seen || !element) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setSeen(true);
      },
      { rootMargin: `${earlyPx}px` },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref, seen, earlyPx]);
  return seen;
}
