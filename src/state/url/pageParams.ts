import { useSearchParams } from 'react-router';
import type { PageInfo } from '../../contract/deliveries';
import { DELIVERY_PAGE_SIZE_DEFAULT, DELIVERY_PAGE_SIZES, FIRST_PAGE } from '../../domain/constants';

export const PAGE_PARAM = 'page';
const LIMIT_PARAM = 'limit';

interface PageInUrl {
  /** From 1 on. */
  page: number;
  /** One of the page sizes of spec §9. */
  limit: number;
  goTo: (page: number) => void;
  /** Sets the page size and goes to the first page. */
  resize: (limit: number) => void;
}

/** The page in a URL. An invalid one counts as the first. */
export function pageIn(params: URLSearchParams): number {
  const page = Number(params.get(PAGE_PARAM));
  return Number.isInteger(page) && page >= FIRST_PAGE ? page : FIRST_PAGE;
}

/** Page and page size of a list, stored in the URL. An invalid value counts as the default. */
export function usePageParams(): PageInUrl {
  const [params, setParams] = useSearchParams();
  const limit = Number(params.get(LIMIT_PARAM));
  const set = (name: string, value: number, usual: number, from: URLSearchParams) => {
    if (value === usual) from.delete(name);
    else from.set(name, String(value));
    return from;
  };
  return {
    page: pageIn(params),
    limit: DELIVERY_PAGE_SIZES.find((size) => size === limit) ?? DELIVERY_PAGE_SIZE_DEFAULT,
    goTo: (next) => setParams((current) => set(PAGE_PARAM, next, FIRST_PAGE, new URLSearchParams(current))),
    resize: (next) =>
      setParams((current) => {
        const fresh = new URLSearchParams(current);
        fresh.delete(PAGE_PARAM);
        return set(LIMIT_PARAM, next, DELIVERY_PAGE_SIZE_DEFAULT, fresh);
      }),
  };
}

/**
 * The page of a list to show. The URL may name one behind the last one (`isBeyond`); from there Prev leads to the last
 * one. `count`: the rows of the page.
 */
export function positionOf({ page, limit, total }: PageInfo, count: number): { page: number; isBeyond: boolean } {
  const last = Math.ceil(total / limit);
  const isBeyond = count === 0 && total > 0 && page > last;
  return { isBeyond, page: isBeyond ? last + 1 : page };
}
