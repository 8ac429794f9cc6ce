import type { PageInfo } from '../../contract/deliveries';

/** How a list is read: how many rows it has in all, and the rows of the page that begins at an offset. */
interface PagedList<Row> {
  count(): Promise<number>;
  read(offset: number): Promise<Row[]>;
}

/**
 * A page of a list. The database reads every row before the offset, however far beyond the last row it is: so a later
 * page is read only if the count says that it exists. The first page and the count are read at the same time.
 */
export async function pageOf<Row>(
  { page, limit }: Pick<PageInfo, 'page' | 'limit'>,
  { count, read }: PagedList<Row>,
): Promise<{ data: Row[]; pageInfo: PageInfo }> {
  const offset = (page - 1) * limit;
  const [total, firstRows] = await Promise.all([count(), offset === 0 ? read(0) : null]);
  const data = firstRows ?? (offset < total ? await read(offset) : []);
  return { data, pageInfo: { page, limit, total, hasMore: page * limit < total } };
}
