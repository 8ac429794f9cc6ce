import { boxesApi } from '../../api/boxesApi';
import type { Box } from '../../contract/boxes';
import { useAppSelector } from '../root/hooks';
import { type CachedQuery, findInLists, mergeWithCache } from '../reads/cachedQuery';

/** One box; on any failure the device's copy, from the boxes of its location (spec §7). */
export function useBoxRead(id: string): CachedQuery<Box> {
  const query = boxesApi.useGetBoxQuery(id);
  const byLocation = useAppSelector((state) => state.boxesCache.byKey);
  return mergeWithCache(query, findInLists(byLocation, id), 'anyFailure');
}
