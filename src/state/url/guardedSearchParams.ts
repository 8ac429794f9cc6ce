import { useCallback } from 'react';
import { type SetURLSearchParams, useLocation, useSearchParams } from 'react-router';

/**
 * The search parameters of this screen's URL. A timer may change them after the person has opened another page. Such a
 * change is ignored, because it would navigate back.
 */
export function useGuardedSearchParams(): [URLSearchParams, SetURLSearchParams] {
  const [params, setParams] = useSearchParams();
  const { pathname } = useLocation();
  const set = useCallback<SetURLSearchParams>(
    (next, options) => {
      // The URL changes before React shows the next screen.
      if (window.location.pathname === pathname) setParams(next, options);
    },
    [pathname, setParams],
  );
  return [params, set];
}
