import { type RefObject, useEffect, useState } from 'react';

/** How far before the edge of the window something counts as coming into sight. */
const EARLY = '400px';

/** Whether an element has been in sight, or nearly, at least once. Without an observer everything counts as seen. */
export function useSeen(ref: RefObject<Element | null>): boolean {
  const [seen, setSeen] = useState(typeof IntersectionObserver === 'undefined');
  useEffect(() => {
    const element = ref.current;
    if (seen || !element) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setSeen(true);
      },
      { rootMargin: EARLY },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref, seen]);
  return seen;
}
