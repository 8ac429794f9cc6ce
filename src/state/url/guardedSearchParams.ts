import { useCallback } from 'react';
import { type SetURLSearchParams, useLocation, useSearchParams } from 'react-router';

/**
 * The query of this screen's address. A change that comes when the person has already gone on to another page, by a
 * timer, is let go: it would bring them back, and that page would be lost.
 */
export function useGuardedSearchParams(): [URLSearchParams, SetURLSearchParams] {
  const [params, setParams] = useSearchParams();
  const { pathname } = useLocation();
  const set = useCallback<SetURLSearchParams>(
    (next, options) => {
      // The address is ahead of what is shown: the next screen may still have to be drawn.
      if (window.location.pathname === pathname) setParams(next, options);
    },
    [pathname, setParams],
  );
  return [params, set];
}
