import { useCallback, useMemo } from 'react';
import { may } from '../../domain/roles';
import { EMPTY_SALES_FILTER, type SalesFilter } from '../../domain/salesFilter';
import { useGuardedSearchParams } from './guardedSearchParams';
import { PAGE_PARAM } from './pageParams';
import { useUser } from '../session/session';

const NAMES = Object.keys(EMPTY_SALES_FILTER) as (keyof SalesFilter)[];
const NO_DEFAULTS: Partial<SalesFilter> = {};

interface FilterInAddress {
  filter: SalesFilter;
  /** Sets some of the filters and goes to the first page. */
  change: (changes: Partial<SalesFilter>) => void;
  /** Back to the defaults. */
  clear: () => void;
}

/**
 * The filters of a screen, stored in the URL: Back, a reload and a shared link restore them. A filter that is absent
 * from the URL has its default; an emptied filter is an empty parameter. Only admins may filter by user (spec §6),
 * whoever shared the link.
 */
export function useSalesFilterParams(defaults: Partial<SalesFilter> = NO_DEFAULTS): FilterInAddress {
  const [params, setParams] = useGuardedSearchParams();
  const mayChooseRep = may(useUser(), 'filterByRep');
  const filter = useMemo(() => {
    const read = (name: keyof SalesFilter) => params.get(name) ?? defaults[name] ?? '';
    const filter = { ...EMPTY_SALES_FILTER };
    for (const name of NAMES) filter[name] = read(name);
    return mayChooseRep ? filter : { ...filter, rep: '' };
  }, [params, defaults, mayChooseRep]);
  const change = useCallback(
    (changes: Partial<SalesFilter>) => {
      setParams(
        (current) => {
          const next = new URLSearchParams(current);
          next.delete(PAGE_PARAM);
          for (const name of NAMES) {
            const value = changes[name];
            if (value === undefined) continue;
            if (value === (defaults[name] ?? '')) next.delete(name);
            else next.set(name, value);
          }
          return next;
        },
        { replace: true },
      );
    },
    [setParams, defaults],
  );
  const clear = useCallback(() => change({ ...EMPTY_SALES_FILTER, ...defaults }), [change, defaults]);
  return { filter, change, clear };
}
