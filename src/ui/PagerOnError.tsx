import { FIRST_PAGE } from '../domain/constants';
import { Pager } from './Pager';

/** Below the error of a page that failed: the way back to the pages before it. */
export function PagerOnError({ page, onPage }: { page: number; onPage: (page: number) => void }) {
  if (page === FIRST_PAGE) return null;
  return <Pager page={page} hasMore={false} busy={false} count="" onPage={onPage} />;
}
