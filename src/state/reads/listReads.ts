import { useMemo } from 'react';
import { boxesApi } from '../../api/boxesApi';
import { itemsApi } from '../../api/itemsApi';
import { locationsApi } from '../../api/locationsApi';
import type { Box } from '../../contract/boxes';
import type { Item } from '../../contract/items';
import type { Location } from '../../contract/locations';
import { formatAddress } from '../../domain/locationRules';
import { hasEveryWord } from '../../domain/search';
import { ALL_KEY } from '../slices/itemsCache';
import { useAppSelector } from '../root/hooks';
import { type CachedQuery, findInLists, mergeWithCache } from './cachedQuery';

/* The hooks for items, locations and boxes. They decide between response and cache. */

/** All items; the cached list on any failure (spec §7, §8). */
export function useItemsRead(): CachedQuery<Item[]> {
  const query = itemsApi.useListItemsQuery();
  const cached = useAppSelector((state) => state.itemsCache.byKey[ALL_KEY]);
  return mergeWithCache(query, cached, 'anyFailure');
}

/** The server's ISO instant of the item list shown; `null` when it is not known. Deliveries are priced at it. */
export function usePricesAsOf(): string | null {
  return useAppSelector((state) => state.itemsCache.byKey[ALL_KEY]?.pricesAsOf ?? null);
}

/** As the server searches: every word somewhere in the name or the address as the screens write it. */
function matches({ name, address }: Location, search: string): boolean {
  return hasEveryWord(`${name} ${formatAddress(address)}`, search);
}

/** Locations by name or address; on any failure the cached list, searched on the device (spec §7, §8). */
export function useLocationsRead(search = ''): CachedQuery<Location[]> {
  const q = search.trim();
  const query = locationsApi.useListLocationsQuery(q ? { q } : {});
  const whole = useAppSelector((state) => state.locationsCache.byKey[ALL_KEY]);
  const failed = query.error !== undefined;
  const cached = useMemo(() => {
    if (!whole || (q && !failed)) return q ? undefined : whole;
    return { ...whole, value: whole.value.filter((location) => matches(location, q)) };
  }, [whole, q, failed]);
  return mergeWithCache(query, cached, 'anyFailure');
}

/** The boxes of a location, or of all without one; the cached ones on any failure (spec §7). */
export function useBoxesRead(locationId = ''): CachedQuery<Box[]> {
  const query = boxesApi.useListBoxesQuery(locationId ? { location: locationId } : {});
  const byKey = useAppSelector((state) => state.boxesCache.byKey);
  const cached = useMemo(() => {
    const whole = byKey[ALL_KEY];
    if (locationId) return byKey[locationId];
    return whole && { ...whole, value: Object.values(byKey).flatMap((known) => known.value) };
  }, [byKey, locationId]);
  return mergeWithCache(query, cached, 'anyFailure');
}

/** One box; until there is a response, the device's copy from the boxes of its location (spec §7). */
export function useBoxRead(id: string): CachedQuery<Box> {
  const query = boxesApi.useGetBoxQuery(id);
  const byLocation = useAppSelector((state) => state.boxesCache.byKey);
  // This response does not fill the cache, so it is newer.
  return mergeWithCache(query, query.currentData ? undefined : findInLists(byLocation, id), 'anyFailure');
}
