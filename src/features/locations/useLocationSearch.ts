import { useLayoutEffect, useState } from 'react';
import { SEARCH_DEBOUNCE_MS } from '../../domain/constants';
import { useGuardedSearchParams } from '../../state/url/guardedSearchParams';

const PARAM = 'q';
/** 'visit' sorts the locations by their last visit; absent: by name. */
export const ORDER_PARAM = 'sort';

/**
 * The search of Locations and of Manage Locations. The typed text is shown at once. The URL follows 300 ms after the
 * last key (spec §2), and the request follows the URL, so that Back and a shared link restore it.
 */
export function useLocationSearch(): { typed: string; setTyped: (text: string) => void; search: string } {
  const [params, setParams] = useGuardedSearchParams();
  const search = params.get(PARAM) ?? '';
  const [typed, setTyped] = useState(search);
  const [follows, setFollows] = useState(search);
  if (follows !== search) {
    setFollows(search);
    // The URL changed otherwise (Back, a link): the field shows its search. White space is not a change.
    if (typed.trim() !== search) setTyped(search);
  }
  // A layout effect: its cleanup also runs while the next screen is still loading.
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
