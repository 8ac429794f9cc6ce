import type { Location } from '../../contract/locations';
import { useAppSelector } from '../root/hooks';
import { ALL_KEY } from '../slices/itemsCache';

/** The device's copy of all locations, for screens that need no fresh list; `undefined` without a copy. */
export function useKnownLocations(): readonly Location[] | undefined {
  return useAppSelector((state) => state.locationsCache.byKey[ALL_KEY]?.value);
}
