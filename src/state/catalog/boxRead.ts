import { useMemo } from 'react';
import { boxesApi } from '../../api/boxesApi';
import type { Box } from '../../contract/boxes';
import { useAppSelector } from '../root/hooks';
import { type CachedQuery, mergeWithCache } from '../reads/cachedQuery';

/** One box; on any failure the device's copy, from the boxes of its location (spec §7). */
export function useBoxRead(id: string): CachedQuery<Box> {
  const query = boxesApi.useGetBoxQuery(id);
  const byLocation = useAppSelector((state) => state.boxesCache.byKey);
  const cached = useMemo(() => {
    for (const { value, savedAt } of Object.values(byLocation)) {
      const box = value.find(({ _id }) => _id === id);
      if (box) return { value: box, savedAt };
    }
    return undefined;
  }, [byLocation, id]);
  return mergeWithCache(query, cached, 'anyFailure');
}
