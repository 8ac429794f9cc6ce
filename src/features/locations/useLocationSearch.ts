import { useLayoutEffect, useState } from 'react';
import { SEARCH_DEBOUNCE_MS } from '../../domain/constants';
import { useGuardedSearchParams } from '../../state/url/guardedSearchParams';

const PARAM = 'q';
/** 'visit' sorts the locations by their last visit; absent, they stand by name. */
export const ORDER_PARAM = 'sort';

/**
 * The search of the Locations screen. What is typed shows at once; the address follows 300 ms after the last key
 * (spec §2), and what is asked of the server follows the address, so that Back and a shared link find it again.
 */
export function useLocationSearch(): { typed: string; setTyped: (text: string) => void; search: string } {
  const [params, setParams] = useGuardedSearchParams();
  const search = params.get(PARAM) ?? '';
  const [typed, setTyped] = useState(search);
  const [follows, setFollows] = useState(search);
  if (follows !== search) {
    setFollows(search);
    // The address changed by itself (Back, a link): the box shows what is searched. White space is not a change.
    if (typed.trim() !== search) setTyped(search);
  }
  // A layout effect, since that one ends also when the next screen is still loading over this one.
  useLayoutEffect(() => {
    const wanted = typed.trim();
    if (wanted === search) return;
    const searched = (params: URLSearchParams) => {
      const next = new URLSearchParams(params);
      if (wanted) next.set(PARAM, wanted);
      else next.delete(PARAM);
      return next;
    };
    const timer = setTimeout(() => setParams(searched, { replace: true }), SEARCH_DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [typed, search, setParams]);
  return { typed, setTyped, search };
}
